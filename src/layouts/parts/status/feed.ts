import { brand } from '../../../config/brand.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { siteHref } from '../../../lib/routes/index.ts';
import { iso } from '../../../lib/time.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML only allows these three control characters.
const escaped = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

/**
 * The incidents and planned maintenance of the status page as an Atom feed (RFC 4287), in one language.
 * 503 while the provider doesn’t respond: an empty feed would mean that nothing happened.
 */
export async function statusFeed(locals: Pick<App.Locals, 'read'>, locale: Locale, origin: string): Promise<Response> {
  const t = translator(locale);
  const status = await locals.read(provider.status, {});
  if (!status) return new Response(null, { status: 503, headers: { 'retry-after': '60' } });
  const page = origin + siteHref('/status', locale);
  const entries = status.incidents.map(({ id, title, startedAt, updates }) => {
    const notes = updates.map(({ stage, text }) => `${t(`status:stage.${stage}`)}: ${text}`).join('\n\n');
    return `<entry><id>urn:uuid:${id}</id><title>${escaped(title.text)}</title><link href="${page}"/><published>${startedAt}</published><updated>${updates[0]?.time ?? startedAt}</updated><content>${escaped(notes)}</content></entry>`;
  });
  const updated =
    status.incidents
      .flatMap(({ updates }) => updates.map(({ time }) => time))
      .sort()
      .at(-1) ?? iso(0);
  const name = `${brand.name[locale]}: ${t('status:title')}`;
  const feed = `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}"><id>${page}</id><title>${escaped(name)}</title><author><name>${escaped(brand.name[locale])}</name></author><link href="${page}"/><link rel="self" href="${origin}${siteHref('/status.xml', locale)}"/><updated>${updated}</updated>${entries.join('')}</feed>\n`;
  return new Response(feed, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
}
