import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { domain } from '../../../src/lib/contract/cdn/domain.ts';
import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { walkedIn } from '../../support/looks.ts';

/** Gives a domain the plan with custom name servers, which active domains can have: a test can neither pay nor delegate it. */
function upgrade(dataDir: string, name: string): void {
  const store = new Sqlite(join(dataDir, 'nasim.sqlite'));
  store.pragma('busy_timeout = 5000');
  store.prepare("update domain set plan = 'pro', status = 'active', activatedAt = ? where name = ?").run(Date.now(), name);
  store.close();
}

for (const locale of walkedIn<Locale>('zone settings', ['en', 'fa'])) {
  test(`zone settings and custom name servers, in ${locale}`, async ({ page, portal, newCustomer, signIn, show }) => {
    const t = translator(locale);
    const name = `zone-${locale}.example`;
    // What a check of the active domain finds.
    portal.dns.delegate(name, { 'ns1.nasim.example': null, 'ns2.nasim.example': null });
    const customer = await newCustomer();
    await customer.client.ok(domain.add, { name, plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
    upgrade(portal.dataDir, name);
    await show({ locale });
    await signIn(customer);
    const tab = (label: string) => page.getByRole('navigation', { name: t('dns:tab.label') }).getByRole('link', { name: label });

    await test.step('settings: leaving asks first, saving takes effect in the export', async () => {
      await page.goto(`/domains/${name}/dns`);
      await tab(t('dns:tab.settings')).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(t('dnsSetting:title'));
      await page.getByLabel(t('dnsSetting:answers.email')).fill(`dns.team@${name}`);
      await expect(page.getByText(`dns\\.team.${name}.`)).toBeVisible();
      await tab(t('dns:tab.zoneFile')).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common:unsaved.stay') })
        .click();
      await page.getByRole('button', { name: t('common:save'), exact: true }).click();
      await expect(page.getByText(t('dnsSetting:dirty'))).toBeHidden();
      await tab(t('dns:tab.zoneFile')).click();
      await expect(page.getByText(`dns\\.team.${name}.`)).toBeVisible();
    });

    await test.step('name servers: saved, shown with what to do, and taken back', async () => {
      await tab(t('dns:tab.ns')).click();
      await page.getByRole('textbox', { name: t('ns:form.first') }).fill('ns1');
      await page.getByRole('textbox', { name: t('ns:form.ipv4') }).fill('198.51.100.53');
      await page.getByRole('textbox', { name: t('ns:form.second') }).fill('ns.partner.example');
      await page.getByRole('button', { name: t('ns:form.save') }).click();
      await expect(page.getByRole('region', { name: t('ns:todo.title') })).toContainText(`ns1.${name}`);
      await expect(page.getByRole('region', { name: t('ns:now.title') }).getByRole('listitem')).toHaveCount(4);
      await tab(t('dns:tab.records')).click();
      await expect(page.getByRole('row').filter({ hasText: '198.51.100.53' })).toBeVisible();
      await tab(t('dns:tab.ns')).click();
      await expect(page.getByRole('row')).toHaveCount(0);
      await page.getByRole('button', { name: t('ns:back.button') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('ns:back.action') })
        .click();
      await expect(page.getByRole('region', { name: t('ns:now.title') }).getByRole('listitem')).toHaveCount(2);
    });
  });
}
