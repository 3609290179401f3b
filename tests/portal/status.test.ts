import { expect } from 'vitest';
import { locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { inEachArrangement, offenders, test } from '../support/portal.ts';

inEachArrangement('The status page', () => {
  test('has the states in its first HTML, in the language of its address', async ({ portal }) => {
    const found = await offenders(locales, async (locale) => {
      const t = translator(locale);
      // A saved language is ignored here.
      const answer = await fetch(`${portal.url}${locale === 'en' ? '' : `/${locale}`}/status`, { headers: { cookie: 'nasim_locale=es' } });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain(`<html lang="${locale}"`);
      for (const name of ['api', 'jobs', 'mail'] as const) expect(html).toContain(t(`status:component.${name}`));
      // A bar for each of the last days, and where to choose emails.
      expect(html).toContain('viewBox="0 0 359 24"');
      expect(html).toContain(t('status:byMail'));
      // No name servers are connected in these tests.
      expect(html).not.toContain(t('status:component.dns'));
    });
    expect(found).toEqual([]);
  });
});

test('the status page of an unknown language is not found', async ({ portal }) => {
  const found = await offenders(['/en/status', '/xx/status', '/de/status'], async (path) => {
    expect((await fetch(portal.url + path)).status).toBe(404);
  });
  expect(found).toEqual([]);
});
