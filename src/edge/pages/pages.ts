import { brand } from '../../config/brand.ts';
import { markSvg } from '../../config/mark.ts';
import { type Locale, localeFacts, negotiateLocale } from '../../lib/i18n/locales.ts';
import { captchaBoxes } from '../../lib/rules/cdn/customPage/check.ts';
import type { PageKind } from '../../lib/rules/cdn/customPage/kinds.ts';
import { readTags } from '../../lib/rules/cdn/customPage/tags.ts';
import { escapeHtml, fillPage } from '../../lib/rules/cdn/customPage/variables.ts';
import type { EdgePage } from '../../lib/rules/cdn/edge/bundle.ts';
import type { PageName } from '../../lib/rules/cdn/edge/responses.ts';
import { iso } from '../../lib/time.ts';
import { texts } from './texts.ts';

/** What a page says about its request. */
export interface PageFacts {
  id: string;
  ip: string;
  host: string;
  status: number;
  now: number;
  accept: string | undefined;
  acceptLanguage: string | undefined;
  /** Base URL of the page that explains a block. */
  whyUrl: string | undefined;
}

export const matchLocale = (acceptLanguage: string | undefined): Locale => negotiateLocale(acceptLanguage);

/** The customer's page of a kind; null: none. One for the status precedes the one for every error. */
export function customPage(pages: readonly EdgePage[], kind: PageKind, status: number): string | null {
  const own = pages.filter((one) => one.kind === kind);
  return (own.find((one) => one.statusCode === status) ?? own.find((one) => one.statusCode === null))?.html ?? null;
}

/** @param box HTML for the captcha, put into the element that the page has for it */
export function fillCustom(html: string, { id, ip, host, status, now }: PageFacts, box?: string): string {
  const values = { ray_id: id, client_ip: ip, host, status: String(status), time: iso(now) };
  const [place] = box === undefined ? [] : captchaBoxes(readTags(html));
  return fillPage(html, values, { inBox: place && { at: place.to, html: box ?? '' } });
}

const { light, dark } = brand.colors;
const style = `:root{color-scheme:light dark;--page:#f6f8fa;--card:#fff;--line:#dfe5ea;--text:#0f1720;--soft:#4d5b68;--link:${light.brandText}}@media(prefers-color-scheme:dark){:root{--page:#0b1117;--card:#121a22;--line:#26323d;--text:#eef3f7;--soft:#9fb0be;--link:${dark.brandText}}}*{box-sizing:border-box}body{font:16px/1.6 system-ui,sans-serif;margin:0;min-height:100vh;min-height:100svh;display:grid;grid-template-rows:1fr auto;justify-items:center;gap:1.5rem;padding:1.5rem 1rem;background:var(--page);color:var(--text)}main{align-self:center;width:100%;max-width:33rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;box-shadow:0 12px 32px -18px rgb(0 0 0/.35)}@media(width<480px){main{padding:1.5rem}}.host{margin:0 0 1.25rem;display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;color:var(--soft);font-size:.875rem}.host b{font-weight:600;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.3;margin:0 0 .5rem;text-wrap:balance}p{margin:.5rem 0;color:var(--soft)}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1.5rem 0 0;padding-top:1.25rem;border-top:1px solid var(--line);font-size:.8125rem}dt{color:var(--soft)}dd{margin:0;min-width:0}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere;user-select:all}a{color:var(--link);font-weight:600;text-underline-offset:.2em}label{display:inline-flex;gap:.6rem;align-items:center;margin:.75rem 0;padding:.9rem 1rem;border:1px solid var(--line);border-radius:.6rem;cursor:pointer}input{inline-size:1.25rem;block-size:1.25rem;accent-color:var(--link)}:focus-visible{outline:2px solid var(--link);outline-offset:2px}footer{display:flex;gap:.5rem;align-items:center;color:var(--soft);font-size:.8125rem}`;

const row = (name: string, value: string): string => `<dt>${name}</dt><dd><code dir="ltr">${escapeHtml(value)}</code></dd>`;

/**
 * A page in the visitor's language: the site, the status, what happened, what to do, and the ID of the request. At most 14 KB; loads nothing.
 *
 * @param error the type in `Proxy-Status`, shown when a server failed
 */
export function ownPage(name: PageName, facts: PageFacts, { body = '', nonce = '', error = '' } = {}): string {
  const locale = matchLocale(facts.acceptLanguage);
  const own = texts[locale];
  const [title, text] = own[name];
  const why =
    facts.whyUrl && (name === 'blocked' || name === 'tooMany')
      ? `<p><a href="${escapeHtml(`${facts.whyUrl}/why/${facts.id}`)}">${own.why}</a></p>`
      : '';
  const code = name === 'originDown' && error ? row(own.errorCode, error) : '';
  const by = own.servedBy.replace('{brand}', escapeHtml(brand.name[locale]));
  return `<!doctype html><html lang="${locale}" dir="${localeFacts[locale].direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${style}</style></head><body><main><p class="host"><b dir="ltr">${escapeHtml(facts.host)}</b><span>${facts.status}</span></p><h1>${title}</h1><p>${text}</p>${body}${why}<dl>${code}${row(own.requestId, facts.id)}</dl></main><footer>${brand.logo === null ? markSvg('edge', 18) : ''}<span>${by}</span></footer></body></html>`;
}

/** Whether the client asked for JSON and not for a page: programs do. */
export const wantsJson = ({ accept = '' }: Pick<PageFacts, 'accept'>): boolean => /\bjson\b/i.test(accept) && !/text\/html/i.test(accept);

/** The same as `ownPage`, for programs (RFC 9457). */
export function problem(name: PageName, { acceptLanguage, status, id }: PageFacts, error: string): string {
  const [title, detail] = texts[matchLocale(acceptLanguage)][name];
  return JSON.stringify({ title, status, detail, error, requestId: id });
}
