import { formatNumber } from '../../../src/lib/format/number.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { addresses, typicalZone } from '../../support/dns.ts';

const otherNameServers = { 'ns1.old-dns.test': addresses.old, 'ns2.old-dns.test': addresses.old };
const ownNameServers = { 'ns1.nasim.example': null, 'ns2.nasim.example': null };

/** Onboarding of a domain: from its name to "active", on a simulated internet. */
test('a domain is onboarded', { tag: ['@journey', '@remote'] }, async ({ page, context, portal, newCustomer, signIn, show, watch }) => {
  test.slow();
  const t = translator('fa');
  const n = (count: number) => ({ count, n: formatNumber(count, 'fa') });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const name = `moving-${portal.arrangement}.example`;
  portal.dns.delegate(name, otherNameServers);
  portal.dns.zone(addresses.old, name, typicalZone(name));
  // The check is refused as long as the registry lists others.
  watch.allow(/409/);
  await show({ locale: 'fa' });
  await signIn(await newCustomer());

  await test.step('add it', async () => {
    await page.goto('/domains/add');
    await page.getByLabel(t('domain:add.name')).fill(name);
    await page.getByRole('checkbox').check();
    await button(t('domain:addDomain')).click();
    await expect(page).toHaveURL(`/domains/${name}/setup/records`);
  });

  await test.step('what it has today is found, chosen and imported', async () => {
    const table = page.getByRole('table', { name: t('setup:records.table') });
    await expect(table.getByRole('row')).toHaveCount(12 + 1);
    await page.reload();
    await expect(table.getByRole('row')).toHaveCount(12 + 1);
    await table.getByRole('checkbox', { name: t('setup:records.choose', { name: 'sip', type: 'A' }) }).uncheck();
    await button(t('setup:records.importOn', n(11))).click();
    await expect(page).toHaveURL(`/domains/${name}/setup/ns`);
    await expect(page.getByText(t('setup:records.imported', n(11))).first()).toBeVisible();
  });

  const second = await context.newPage();
  await test.step('the page says what the registry lists', async () => {
    await button(t('setup:watch.checkNow')).click();
    await expect(page.getByText(t('setup:watch.different'))).toBeVisible();
    await expect(page.getByText('ns1.old-dns.test')).toBeVisible();
    await second.goto(`/domains/${name}/setup/ns`);
    await expect(second.getByText(t('setup:watch.different'))).toBeVisible();
  });

  await test.step('back and forward keep the steps apart', async () => {
    await page.goBack();
    await expect(page).toHaveURL(`/domains/${name}/setup/records`);
    await expect(page.getByText(t('setup:records.exists'))).toHaveCount(11);
    await page.goForward();
    await expect(page.getByText(t('setup:watch.different'))).toBeVisible();
  });

  await test.step('the registry changes, and both tabs see it without being loaded again', async () => {
    portal.dns.delegate(name, ownNameServers);
    await second.evaluate(() => Object.assign(globalThis, { untouched: true }));
    await button(t('setup:watch.checkNow')).click();
    await expect(page.getByText(t('setup:watch.matched'))).toBeVisible();
    await expect(page.getByText(t('setup:servers.live'))).toBeVisible();
    await second.bringToFront();
    await expect(second.getByText(t('setup:servers.live'))).toBeVisible({ timeout: 25_000 });
    expect(await second.evaluate(() => 'untouched' in globalThis)).toBe(true);
    await page.bringToFront();
  });

  await test.step('it is live, and in the list as that', async () => {
    await page.getByRole('link', { name: t('setup:servers.finish') }).click();
    await expect(page.getByText(t('setup:done.liveText'))).toBeVisible();
    await page.goto('/domains');
    await expect(page.getByRole('row').filter({ hasText: name }).getByText(t('common:domainStatus.active')).first()).toBeVisible();
  });
});
