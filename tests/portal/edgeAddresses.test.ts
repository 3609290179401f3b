import { expect } from 'vitest';
import { locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { inEachArrangement, offenders, test } from '../support/portal.ts';

// The portal of these tests has no edge.
inEachArrangement('The addresses of the edge', () => {
  test('are on a page in each language, which says why there are none', async ({ portal }) => {
    const found = await offenders(locales, async (locale) => {
      const answer = await fetch(`${portal.url}${locale === 'en' ? '' : `/${locale}`}/edge-addresses`);
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain(`<html lang="${locale}"`);
      expect(html).toContain(translator(locale)('edgeAddresses:none.noEdge'));
      expect(html).not.toContain(translator(locale)('edgeAddresses:unreachable'));
    });
    expect(found).toEqual([]);
  });

  test('are plain text that may be cached, and a comment when there are none', async ({ portal }) => {
    const answer = await fetch(`${portal.url}/edge-addresses.txt`, { headers: { 'accept-language': 'es', cookie: 'nasim_locale=fa' } });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, max-age=300',
    ]);
    expect(await answer.text()).toBe(`# ${translator('en')('edgeAddresses:none.noEdge')}\n`);
  });
});

test('the page of an unknown language is not found', async ({ portal }) => {
  const found = await offenders(['/en/edge-addresses', '/xx/edge-addresses', '/fa/edge-addresses.txt'], async (path) => {
    expect((await fetch(portal.url + path)).status).toBe(404);
  });
  expect(found).toEqual([]);
});
