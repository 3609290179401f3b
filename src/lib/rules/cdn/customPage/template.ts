import type { TKey } from '../../../i18n/keys.ts';
import { type Locale, localeFacts } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/translator.ts';
import { captchaBoxId, type PageKind } from './kinds.ts';
import { escapeHtml } from './variables.ts';

/** 24 × 24 line icons, one per type. */
const drawings: Record<PageKind, string> = {
  maintenance:
    '<path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.8-3.8a6 6 0 0 1-7.9 7.9l-6.9 6.9a2.1 2.1 0 0 1-3-3l6.9-6.9a6 6 0 0 1 7.9-7.9z"/>',
  error: '<path d="M12 8v5m0 3.5v.01"/><path d="M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z"/>',
  block: '<circle cx="12" cy="12" r="10"/><path d="m4.9 4.9 14.2 14.2"/>',
  captcha: '<path d="M12 22s8-4 8-10V5l-8-3-8 3v7c0 6 8 10 8 10z"/><path d="m9 12 2 2 4-4"/>',
  rateLimit: '<circle cx="12" cy="13" r="8"/><path d="M12 9v4l2 2M9 2h6"/>',
};

/**
 * A starter page in the language of the customer: one file without scripts or external resources, light and dark.
 * @param statusCode of an error page; "not found" has its own text
 */
export function pageTemplate(t: Translate, locale: Locale, kind: PageKind, statusCode: number | null = null): string {
  const isMissing = kind === 'error' && (statusCode === 404 || statusCode === 410);
  const words = isMissing ? 'notFound' : kind;
  const format = (key: TKey) => escapeHtml(t(key));
  const title = format(`customPage:template.${words}.title`);
  const facts =
    kind === 'maintenance'
      ? ''
      : `
  <dl>
    <div><dt>${format('customPage:template.request')}</dt><dd><bdi dir="ltr">{{ray_id}}</bdi></dd></div>
    <div><dt>${format('customPage:template.address')}</dt><dd><bdi dir="ltr">{{client_ip}}</bdi></dd></div>
  </dl>`;
  const status = kind === 'error' ? '\n  <p class="status">{{status}}</p>' : '';
  const box = kind === 'captcha' ? `\n  <div id="${captchaBoxId}"></div>` : '';
  const boxStyle =
    kind === 'captcha' ? `  #${captchaBoxId} { min-height: 80px; margin: 20px 0 4px; display: grid; place-items: center; }\n` : '';
  const home = isMissing ? `\n  <p><a href="/">${format('customPage:template.home')}</a></p>` : '';
  return `<!doctype html>
<html lang="${locale}" dir="${localeFacts[locale].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · {{host}}</title>
<style>
  :root { color-scheme: light dark; --back: #eef4f5; --card: #fff; --text: #101e24; --quiet: #57666b; --line: #dde4e6; --mark: #00708a; }
  @media (prefers-color-scheme: dark) {
    :root { --back: #070e11; --card: #10191c; --text: #ecf1f3; --quiet: #98a6aa; --line: #27343a; --mark: #5fd3e6; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--back); color: var(--text);
    font: 16px/1.6 system-ui, "Segoe UI", Roboto, "Vazirmatn", Tahoma, sans-serif; }
  main { width: 100%; max-width: 480px; padding: 40px 32px; border: 1px solid var(--line); border-radius: 16px; background: var(--card);
    text-align: center; }
  svg { width: 44px; height: 44px; color: var(--mark); }
  h1 { margin: 16px 0 8px; font-size: 26px; line-height: 1.25; text-wrap: balance; }
  p { margin: 0 0 12px; color: var(--quiet); text-wrap: pretty; }
  a { color: var(--mark); }
  .status { margin: 16px 0 -12px; font-weight: 600; letter-spacing: .08em; color: var(--mark); }
${boxStyle}  dl { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; }
  dl div { display: flex; justify-content: space-between; gap: 16px; padding: 3px 0; }
  dt { color: var(--quiet); }
  dd { margin: 0; font-family: ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
  footer { margin-top: 24px; font-size: 13px; color: var(--quiet); }
</style>
</head>
<body>
<main>
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${drawings[kind]}</svg>${status}
  <h1>${title}</h1>
  <p>${format(`customPage:template.${words}.text`)}</p>${home}${box}${facts}
  <footer><bdi dir="ltr">{{host}}</bdi></footer>
</main>
</body>
</html>
`;
}
