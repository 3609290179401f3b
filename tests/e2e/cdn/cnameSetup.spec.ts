import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { addresses, type TestRecord } from '../../support/dns.ts';
import { writeInto } from '../../support/store.ts';

test('a domain is set up by CNAME at its own provider', async ({ page, portal, newCustomer, signIn, show }) => {
  const t = translator('fa');
  const name = 'by-cname.example';
  const customer = await newCustomer();
  const added = await addDomain(customer, name);
  // The contract plan can't be bought.
  await writeInto(portal.dataDir, ({ tx }) => tx.updateTable('domain').set({ plan: 'ent' }).where('name', '=', name).execute());
  for (const host of ['@', 'www', 'api'])
    await customer.client.ok(dns.create, { domainId: added.id, name: host, type: 'A', content: '203.0.113.61', proxy: true });
  portal.dns.delegate(name, { 'ns1.old-dns.test': addresses.old });
  const zone = (...lines: TestRecord[]) => portal.dns.zone(addresses.old, name, [[name, 'NS', 'ns1.old-dns.test'], ...lines]);
  zone();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show({ locale: 'fa', theme: 'dark' });
  await signIn(customer);
  await page.goto(`/domains/${name}/settings`);
  await settled(page);
  const fine = async () => {
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  };
  const check = page.getByRole('button', { name: t('cnameSetup:check.button') });
  const card = page.getByRole('region', { name: t('cnameSetup:title') });

  await test.step('choosing it asks first, and gives a record', async () => {
    await card.getByRole('radio', { name: new RegExp(t('cnameSetup:mode.cname')) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('cnameSetup:toCname.action') })
      .click();
    await expect(card.getByText(`_cdn-verify.${name}`, { exact: true })).toBeVisible();
    await check.click();
    await expect(card.getByText(t('cnameSetup:seen.missing'))).toBeVisible();
    await fine();
  });

  await test.step('with the record it takes effect, and each host has its target', async () => {
    const value = (await card.getByText(/^[0-9a-f]{32}$/).textContent()) ?? '';
    const proof: TestRecord = [`_cdn-verify.${name}`, 'TXT', [value]];
    const target = `${name}.edge.nasim.example`;
    zone(proof, [`www.${name}`, 'CNAME', target], [`api.${name}`, 'CNAME', 'old.cdn.test']);
    await check.click();
    await expect(card.getByText(t('cnameSetup:seen.found'))).toBeVisible();
    await check.click();
    const row = (host: string) => page.getByRole('row').filter({ hasText: host });
    await expect(row(`www.${name}`)).toContainText(t('cnameSetup:hosts.ok'));
    await expect(row(`api.${name}`)).toContainText('old.cdn.test');
    await expect(row(name).first()).toContainText(t('cnameSetup:hosts.apex'));
    await expect(page.getByText('ALIAS')).toBeVisible();
    await fine();
  });

  await test.step('the overview says so, and going back asks first', async () => {
    await page.goto(`/domains/${name}`);
    await expect(page.getByText(t('overview:cname.active'))).toBeVisible();
    await page.getByRole('link', { name: t('overview:cname.link') }).click();
    await card.getByRole('radio', { name: new RegExp(t('cnameSetup:mode.ns')) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('cnameSetup:toNs.action') })
      .click();
    await expect(card.getByText(t('cnameSetup:status.ns'), { exact: true }).first()).toBeVisible();
  });
});
