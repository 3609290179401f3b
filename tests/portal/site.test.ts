import { expect } from 'vitest';
import { figures } from '../../src/layouts/parts/figures.ts';
import { legalPages, sitePages } from '../../src/layouts/parts/site/pages.ts';
import { localeFacts, locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { builtInSupportPrices } from '../../src/lib/rules/core/supportPrices.ts';
import { supportPlanCodes, supportPrice } from '../../src/lib/rules/support/plans.ts';
import { offenders, test } from '../support/portal.ts';

const pages = [...sitePages, ...legalPages];

// What search engines read of it is checked for all pages of the sitemap (find.full.test.ts).
test('every page responds in each language', async ({ portal }) => {
  const addresses = locales.flatMap((locale) => pages.map((page) => ({ path: `${locale === 'en' ? '' : `/${locale}`}/${page}`, locale })));
  const found = await offenders(addresses, async ({ path, locale }) => {
    const answer = await fetch(portal.url + path);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${locale}" dir="${localeFacts[locale].direction}"`);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('{{');
  });
  expect(found).toEqual([]);
});

test('the page of support plans shows each plan that an account can activate', async ({ portal }) => {
  const found = await offenders(locales, async (locale) => {
    const html = await (await fetch(`${portal.url}${locale === 'en' ? '' : `/${locale}`}/support-plans`)).text();
    const shown = [...html.matchAll(/data-support-plan="(\w+)"/g)].map(([, code]) => code);
    expect(shown).toEqual(supportPlanCodes);
    const t = translator(locale);
    for (const code of supportPlanCodes) {
      const price = supportPrice(code, builtInSupportPrices);
      expect(html).toContain(t(`supportPlan:plan.${code}`));
      if (price) expect(html).toContain(t('supportPlan:perMonth', { price: figures(locale).money(price.month) }));
    }
  });
  expect(found).toEqual([]);
});
