import { readFileSync } from 'node:fs';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { codeFor } from '../../support/outbox.ts';

const zoneFile = (name: string) => `$ORIGIN ${name}.
$TTL 1h
@       IN SOA   ns1.old-dns.example. hostmaster.${name}. ( 2026112001 7200 3600 1209600 3600 )
        IN NS    ns1.old-dns.example.
        IN MX    10 mail
@       300 IN A 203.0.113.40 ; the old machine
www     IN CNAME @
mail    IN A     198.51.100.7
        IN AAAA  2001:db8::7
_sip._tcp IN SRV 10 5 5060 mail
text    IN TXT   "v=spf1 mx -all" " and more; with a semicolon"
@       IN CAA   0 issue "letsencrypt.org"
`;

/** A customer's first evening, from sign-up to the morning after a restart. */
test('from sign-up to a persisted zone', { tag: '@elsewhere' }, async ({ page, portal }) => {
  const t = translator('en');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const [email, password] = ['walk@mail.example', 'gol-o-bolbol-1402'];
  const name = `walk-${portal.arrangement}.example`;

  await test.step('open an account', async () => {
    await page.goto('/public/register');
    await page.getByLabel(t('auth:field.email'), { exact: true }).fill(email);
    await page.getByLabel(t('auth:field.password'), { exact: true }).fill(password);
    await page.getByRole('checkbox', { name: t('auth:register.terms') }).check();
    await button(t('auth:register.submit')).click();
    await expect(page.getByRole('heading', { name: t('auth:code.title') })).toBeVisible();
    await page.keyboard.type(await codeFor(portal.dataDir, email));
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: t('shell:dashboard.first.title') })).toBeVisible();
  });

  await test.step('add a domain', async () => {
    await page.goto('/domains/add');
    await page.getByLabel(t('domain:add.name')).fill(name);
    await page.getByRole('checkbox').check();
    await button(t('domain:addDomain')).click();
    await expect(page).toHaveURL(`/domains/${name}/setup/records`);
    await page.getByRole('link', { name: t('setup:continue') }).click();
    await expect(page).toHaveURL(`/domains/${name}/setup/ns`);
    await expect(page.getByText('ns1.nasim.example').first()).toBeVisible();
  });

  await test.step('import the zone file of the old service', async () => {
    await page.goto(`/domains/${name}/dns/zone-file`);
    await page.locator('input[type=file]').setInputFiles({ name: 'old.txt', mimeType: 'text/plain', buffer: Buffer.from(zoneFile(name)) });
    await expect(page.getByRole('region', { name: t('zone:preview.title') })).toBeVisible();
    await button(t('zone:import.action')).click();
    await expect(page.getByText(t('zone:import.doneTitle')).first()).toBeVisible();
    await page.getByRole('link', { name: t('zone:import.openRecords') }).click();
    await expect(page.getByRole('row')).toHaveCount(8 + 1);
  });

  await test.step('edit a record', async () => {
    await page.getByRole('button', { name: t('dns:menu.label', { name: `mail.${name}`, type: 'A' }), exact: true }).click();
    await page.getByRole('menuitem', { name: t('dns:menu.edit') }).click();
    const form = page.getByRole('form', { name: t('dns:edit.title') });
    await form.getByLabel(t('dns:field.ipv4'), { exact: true }).fill('198.51.100.77');
    await form.getByRole('button', { name: t('dns:edit.save') }).click();
    // The form says the address too, and the rows below it move when it closes.
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: '198.51.100.77' })).toBeVisible();
  });

  await test.step('the export holds every record', async () => {
    await page.goto(`/domains/${name}/dns/zone-file`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t('zone:export.download') }).click();
    const path = await (await download).path();
    const text = readFileSync(path, 'utf8');
    for (const needle of [
      '203.0.113.40',
      '198.51.100.77',
      '2001:db8::7',
      '10 mail',
      '5060',
      'with a semicolon',
      'letsencrypt.org',
      'CNAME',
    ])
      expect(text).toContain(needle);
    expect(text).not.toContain('ns1.old-dns.example');
  });

  await test.step('the portal restarts, and everything is there', async () => {
    await portal.restart();
    await page.goto(`/domains/${name}/dns`);
    await expect(page.getByRole('row')).toHaveCount(8 + 1);
    await expect(page.getByRole('row').filter({ hasText: '198.51.100.77' })).toBeVisible();
  });
});
