import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, permissions: ['clipboard-read', 'clipboard-write'] });

for (const [locale, theme] of [
  ['en', 'light'],
  ['fa', 'dark'],
] as const) {
  test(`a record is viewed, copied and edited by touch, in ${locale}`, { tag: locale === 'fa' ? '@journey' : [] }, async ({
    page,
    newCustomer,
    signIn,
    show,
  }) => {
    const t = translator(locale);
    const name = `finger-${locale}.example`;
    const { client, ...customer } = await newCustomer();
    const own = await addDomain({ client }, name);
    await client.ok(dns.create, { domainId: own.id, type: 'A', name: 'www', content: '203.0.113.41', ttl: 300, proxy: true });
    await signIn({ client, ...customer });
    await show({ locale, theme });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/domains/${name}/dns`);
    await settled(page);

    const opener = page.getByRole('row').getByRole('button', { name: `www.${name}`, exact: true });
    const sheet = page.getByRole('dialog').filter({ hasText: `www.${name}` });
    const item = (key: Parameters<typeof t>[0]) => sheet.getByRole('menuitem', { name: t(key) });
    await opener.tap();
    await expect(item('dns:copyContent')).toContainText('203.0.113.41');
    // Nothing is highlighted before the first touch.
    const ground = (key: Parameters<typeof t>[0]) => item(key).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground('dns:menu.edit')).toBe(await ground('dns:menu.delete'));
    expect(await axeViolations(page, { hasLayer: true })).toEqual([]);

    await item('dns:copyContent').tap();
    await expect(sheet).toHaveCount(0);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('203.0.113.41');

    await opener.tap();
    await sheet.getByRole('switch', { name: t('dns:field.proxy') }).tap();
    await expect(sheet.getByText(t('dns:proxy.offHelp'))).toBeVisible();
    await expect
      .poll(async () => (await client.ok(dns.list, { domainId: own.id })).records.find((one) => one.name === 'www')?.proxy)
      .toBe(false);

    await item('dns:field.ttl').tap();
    await expect(page.getByRole('form').getByLabel(t('dns:field.ipv4'), { exact: true })).toHaveValue('203.0.113.41');
  });
}

test('by keyboard, the focus returns to the trigger of a sheet, also after the form that followed it', async ({ page, signIn }) => {
  const t = translator('en');
  await signIn();
  await page.goto('/domains/parvaz.example/dns');
  await settled(page);
  const row = page.getByRole('row').getByRole('button', { name: 'mail.parvaz.example', exact: true });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: t('dns:menu.edit') })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form').getByLabel(t('dns:field.ipv4'), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toBeFocused();

  await page.goto('/domains/parvaz.example/cache');
  await settled(page);
  const select = page.getByRole('button', { name: new RegExp(`^${t('cache:level.title')}`) });
  await select.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(select).toBeFocused();
});
