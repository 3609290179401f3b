import { brand } from '../../../config/brand.ts';
import { type Locale, localeFacts } from '../../../lib/i18n/locales.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const font = "font-family:Vazirmatn,Tahoma,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const link = (href: string, text: string, style = `color:${brand.colors.light.brandText}`) =>
  `<a href="${href}" style="${style}">${text}</a>`;

/** Converts a URL in a text to a link. It is left to right in every language. */
const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (href) => link(href, `<bdi dir="ltr" style="word-break:break-all">${href}</bdi>`));

/** A paragraph that ends with a URL on a separate line becomes a button with its text. */
function paragraph(text: string): string {
  const [, lead = '', href = ''] = /^([\s\S]+?)[:：]?\n(https?:\/\/\S+)$/.exec(text) ?? [];
  const style = `margin:0 0 16px;${font};font-size:15px;line-height:1.75;color:#101e24`;
  if (href === '' || lead.includes('\n')) return `<p style="${style}">${linked(text).replace(/\n/g, '<br>')}</p>`;
  const { brand: accent, onBrand } = brand.colors.light;
  const button = `display:inline-block;padding:11px 20px;border-radius:8px;background:${accent};color:${onBrand};text-decoration:none;${font};font-size:15px;line-height:1.4`;
  return `<p style="margin:0 0 16px">${link(escapeHtml(href), escapeHtml(lead), button)}</p>`;
}

export interface HtmlMail {
  language: Locale;
  subject: string;
  /** Paragraphs are separated by empty lines. */
  text: string;
  footer: readonly { text: string; href?: string }[];
}

/**
 * The HTML part of an email, generated from its text: it loads no external resources, has inline styles because mail programs remove
 * style sheets, and uses the direction of the language.
 */
export function renderHtml({ language, subject, text, footer }: HtmlMail): string {
  const { direction } = localeFacts[language];
  const start = direction === 'rtl' ? 'right' : 'left';
  const lines = footer.map(({ text: line, href }) => (href ? link(escapeHtml(href), escapeHtml(line), 'color:#57666b') : escapeHtml(line)));
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#eff5f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" style="background:#eff5f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 14px;text-align:${start};${font};font-size:17px;font-weight:700;color:#101e24">${escapeHtml(brand.name[language])}</td></tr>
<tr><td style="padding:26px 24px 12px;background:#ffffff;border:1px solid #dde4e6;border-radius:12px;text-align:${start}">
<h1 style="margin:0 0 16px;${font};font-size:19px;line-height:1.5;color:#101e24">${escapeHtml(subject)}</h1>
${text
  .trim()
  .split(/\n{2,}/)
  .map(paragraph)
  .join('\n')}
</td></tr>
<tr><td style="padding:14px 8px 0;text-align:${start};${font};font-size:12.5px;line-height:1.8;color:#57666b">${lines.join('<br>')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
