import { type Locale, localeFacts, negotiateLocale } from '../lib/i18n/locales.ts';
import { captchaBoxes } from '../lib/rules/cdn/customPage/check.ts';
import type { PageKind } from '../lib/rules/cdn/customPage/kinds.ts';
import { readTags } from '../lib/rules/cdn/customPage/tags.ts';
import { escapeHtml, fillPage } from '../lib/rules/cdn/customPage/variables.ts';
import type { EdgePage } from '../lib/rules/cdn/edge/bundle.ts';
import { type OwnPage, texts } from './texts.ts';

/** What a page says about its request. */
export interface PageFacts {
  id: string;
  ip: string;
  host: string;
  status: number;
  now: number;
  acceptLanguage: string | undefined;
  /** Base URL of the page that explains a block. */
  whyUrl: string | undefined;
}

export const localeOf = (acceptLanguage: string | undefined): Locale => negotiateLocale(acceptLanguage);

/** The customer's page of a kind; null: none. One for the status precedes the one for every error. */
export function customPage(pages: readonly EdgePage[], kind: PageKind, status: number): string | null {
  const own = pages.filter((one) => one.kind === kind);
  return (own.find((one) => one.statusCode === status) ?? own.find((one) => one.statusCode === null))?.html ?? null;
}

/** @param box HTML for the captcha, put into the element that the page has for it */
export function fillCustom(html: string, { id, ip, host, status, now }: PageFacts, box?: string): string {
  const values = { ray_id: id, client_ip: ip, host, status: String(status), time: new Date(now).toISOString() };
  const [place] = box === undefined ? [] : captchaBoxes(readTags(html));
  return fillPage(html, values, { inBox: place && { at: place.to, html: box ?? '' } });
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}main{max-width:34rem;padding:2rem}h1{font-size:1.5rem;line-height:1.3;margin:0 0 .5rem}p{margin:.5rem 0}small{opacity:.75}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}a{color:LinkText}label{display:inline-flex;gap:.6rem;align-items:center;padding:.9rem 1rem;border:1px solid GrayText;border-radius:.5rem;cursor:pointer}input{inline-size:1.25rem;block-size:1.25rem}';

/** A page in the visitor's language, with the ID of the request. Loads nothing. */
export function ownPage(kind: OwnPage, facts: PageFacts, { body = '', nonce = '' }: { body?: string; nonce?: string } = {}): string {
  const locale = localeOf(facts.acceptLanguage);
  const said = texts[locale];
  const [title, text] = said[kind];
  const why =
    facts.whyUrl && (kind === 'blocked' || kind === 'tooMany')
      ? `<p><a href="${escapeHtml(`${facts.whyUrl}/why/${facts.id}`)}">${said.why}</a></p>`
      : '';
  return `<!doctype html><html lang="${locale}" dir="${localeFacts[locale].direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${style}</style></head><body><main><h1>${title}</h1><p>${text}</p>${body}${why}<p><small>${said.requestId}: <code dir="ltr">${facts.id}</code></small></p></main></body></html>`;
}
