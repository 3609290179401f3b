import { readFileSync } from 'node:fs';
import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

test('many records are pasted, edited, deleted and restored', { tag: '@journey' }, async ({ page, newCustomer, signIn }) => {
  const t = translator('en');
  const name = 'many.example';
  const n = (count: number) => ({ count, n: String(count) });
  const customer = await newCustomer();
  const made = await addDomain(customer, name);
  const records = async () =>
    (await customer.client.ok(dns.list, { domainId: made.id })).records
      .map(({ name: at, type, content, ttl }) => `${at} ${ttl} ${type} ${content}`)
      .sort();
  const tool = async (label: string) => {
    await page.getByRole('button', { name: t('dns:addMore') }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${label}`) }).click();
    return page.getByRole('dialog');
  };
  const undo = () =>
    page
      .getByRole('button', { name: t('common:undo') })
      .last()
      .click();
  await signIn(customer);
  await page.goto(`/domains/${name}/dns`);
  await expect(page.getByText(t('dns:empty.title'))).toBeVisible();

  await test.step('paste lines', async () => {
    const dialog = await tool(t('dns:paste.title'));
    const lines = dialog.getByRole('textbox', { name: t('dns:paste.lines') });
    await lines.fill('@ MX 10 mail\nmail 600 IN A 203.0.113.7\nshop A 203.0.113.8 ; the shop\ntext TXT ( "one "\n "two" )\n');
    await dialog.getByRole('button', { name: t('dns:paste.add', n(4)) }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('row')).toHaveCount(1 + 4);
  });
  const pasted = await records();
  expect(pasted).toEqual([`@ auto MX mail.${name}`, 'mail 600 A 203.0.113.7', 'shop 600 A 203.0.113.8', 'text 600 TXT one two']);

  const bar = page.getByRole('region', { name: t('common:list.forSelected') });
  await test.step('one TTL for three of them, and back', async () => {
    for (const row of [`${name} MX`, `shop.${name} A`, `text.${name} TXT`])
      await page.getByRole('checkbox', { name: t('common:list.selectRow', { name: row }), exact: true }).check();
    await bar.getByRole('button', { name: t('dns:bulk.ttl') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: new RegExp(t('dns:ttl.auto')) }).click();
    await page.getByRole('option', { name: t('dns:ttl.custom') }).click();
    await dialog.getByRole('textbox', { name: t('dns:ttl.seconds') }).fill('900');
    await dialog.getByRole('button', { name: t('dns:bulk.ttl') }).click();
    await expect(page.getByText(t('dns:bulk.changed', n(3)))).toBeVisible();
    await expect(bar).toHaveCount(0);
    expect((await records()).filter((line) => line.includes(' 900 '))).toHaveLength(3);
    await undo();
    await expect.poll(records).toEqual(pasted);
  });

  await test.step('their lines as a file; then they are deleted, and brought back', async () => {
    await page.getByRole('checkbox', { name: t('common:list.selectAll', { n: '4' }) }).check();
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: t('dns:bulk.zone') }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${name}.txt`);
    expect(readFileSync(await file.path(), 'utf8')).toContain(`@\t3600\tIN\tMX\t10 mail.${name}. ; nasim: auto-ttl`);
    await bar.getByRole('button', { name: t('dns:bulk.delete') }).click();
    const dialog = page.getByRole('dialog', { name: t('dns:bulk.deleteTitle', n(4)) });
    await expect(dialog).toContainText(`mail.${name} A 203.0.113.7`);
    await dialog.getByRole('button', { name: t('dns:bulk.deleteAction', n(4)) }).click();
    await expect(page.getByText(t('dns:empty.title'))).toBeVisible();
    expect(await records()).toEqual([]);
    await undo();
    await expect(page.getByRole('row')).toHaveCount(1 + 4);
    expect(await records()).toEqual(pasted);
  });
});

test('in Spanish at 768 px no content of a record reaches the next column', async ({ page, signIn, show }) => {
  const t = translator('es');
  await signIn();
  await show({ locale: 'es' });
  await page.setViewportSize({ width: 768, height: 1000 });
  await page.goto('/domains/parvaz.example/dns');
  await expect(page.getByText(t('dns:number.port'), { exact: false }).first()).toBeVisible();
  const reach = await page.getByRole('row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const [, , , content, next] = [...row.querySelectorAll('td')].filter((cell) => cell.checkVisibility());
      if (!content || !next) return [];
      const end = Math.max(...[...content.querySelectorAll('span, bdi')].map((part) => part.getBoundingClientRect().right));
      return end - next.getBoundingClientRect().left;
    }),
  );
  expect(reach.length).toBeGreaterThan(5);
  expect(Math.max(...reach)).toBeLessThanOrEqual(0);
});

test('contents of 25 characters aren’t cut at 1024 px, also of records with a comment', async ({ page, signIn, show }) => {
  await show({ locale: 'es' });
  await signIn();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/domains/parvaz.example/dns');
  const contents = page.locator('td bdi.mono');
  await expect(contents.filter({ hasText: '198.51.100' }).first()).toBeVisible();
  const cut = await contents.evaluateAll((all) =>
    all.flatMap(({ textContent, scrollWidth, clientWidth }) =>
      (textContent ?? '').length <= 25 && scrollWidth > clientWidth ? [textContent] : [],
    ),
  );
  expect(cut).toEqual([]);
});
