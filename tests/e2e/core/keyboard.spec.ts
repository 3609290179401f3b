import type { Locator } from '@playwright/test';
import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { addresses, typicalZone } from '../../support/dns.ts';
import { handsOn } from '../../support/keyboard.ts';

/** The onboarding of a new customer without a pointer: only with Tab, arrows, Space, Enter and Escape. */
const looks: { locale: Locale; phone?: true }[] = [{ locale: 'en' }, { locale: 'fa', phone: true }];
for (const { locale, phone } of looks) {
  test(`onboarding and records by keyboard alone, in ${locale}${phone ? ', dark, on a small screen' : ''}`, {
    tag: phone ? '@journey' : [],
  }, async ({ page, portal, newCustomer, signIn, show }) => {
    test.slow();
    const t = translator(locale);
    const n = (count: number) => ({ count, n: new Intl.NumberFormat(locale === 'fa' ? 'fa-IR' : 'en-US').format(count) });
    const { to, press, write, hasFocus } = handsOn(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const name = `by-hand-${locale}${phone ? '-phone' : ''}.example`;
    if (phone) await page.setViewportSize({ width: 390, height: 844 });
    portal.dns.delegate(name, { 'ns1.old-dns.test': addresses.old, 'ns2.old-dns.test': addresses.old });
    portal.dns.zone(addresses.old, name, typicalZone(name));
    await signIn(await newCustomer());
    await show({ locale, theme: phone ? 'dark' : 'light' });

    await test.step('the first stop of a page leads past its navigation', async () => {
      await page.goto('/dashboard');
      await settled(page);
      await press(page.getByRole('link', { name: t('shell:skip') }));
      await press(
        page
          .getByRole('main')
          .getByRole('link', { name: t('domain:addDomain') })
          .first(),
      );
      await expect(page).toHaveURL('/domains/add');
    });

    await test.step('add a domain: a plan by arrows, the terms by Space', async () => {
      await write(page.getByLabel(t('domain:add.name')), name);
      const plan = page.getByRole('radio', { checked: true });
      await to(plan);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await expect(plan).toBeFocused();
      await press(page.getByRole('checkbox'), 'Space');
      await press(button(t('domain:addDomain')));
      await expect(page).toHaveURL(`/domains/${name}/setup/records`);
      await hasFocus();
    });

    await test.step('import what the domain has, but for one record', async () => {
      const table = page.getByRole('table', { name: t('setup:records.table') });
      await press(table.getByRole('checkbox', { name: t('setup:records.choose', { name: 'sip', type: 'A' }) }), 'Space');
      await press(button(t('setup:records.importOn', n(11))));
      await expect(page).toHaveURL(`/domains/${name}/setup/ns`);
    });

    await test.step('look at the name servers, and go on', async () => {
      await press(button(t('setup:watch.checkNow')));
      await expect(page.getByText(t('setup:watch.different'))).toBeVisible();
      await hasFocus();
      await press(page.getByRole('link', { name: t('setup:servers.later') }));
      await expect(page).toHaveURL(`/domains/${name}/setup/done`);
      await press(page.getByRole('main').getByRole('link', { name: t('setup:done.records') }));
      await expect(page).toHaveURL(`/domains/${name}/dns`);
    });

    /** The actions of a record: a menu at the end of its row, on a small screen a sheet opened by its name. */
    const opener = (row: Locator) =>
      row.getByRole('button', {
        name: phone ? `hand.${name}` : t('dns:menu.label', { name: `hand.${name}`, type: 'A' }),
        exact: true,
      });
    const form = page.getByRole('form');
    const row = page.getByRole('row').filter({ hasText: '203.0.113.77' });
    await test.step('add a record: a wrong value is told, and the focus is where it has to be mended', async () => {
      await expect(page.getByRole('row').filter({ hasText: 'MX' }).first()).toBeVisible();
      await settled(page);
      await page.keyboard.press('n');
      await write(form.getByLabel(t('dns:field.name'), { exact: true }), 'hand');
      await write(form.getByLabel(t('dns:field.ipv4'), { exact: true }), '203.0.113.777');
      await page.keyboard.press('Enter');
      await expect(form.getByText(t('dns:error.ipv4Last', { part: '777' }))).toBeVisible();
      await expect(form.getByLabel(t('dns:field.ipv4'), { exact: true })).toBeFocused();
      await write(form.getByLabel(t('dns:field.ipv4'), { exact: true }), '203.0.113.77');
      await page.keyboard.press('Enter');
      await expect(row).toBeVisible();
      await hasFocus();
    });

    await test.step('delete it, and take that back', async () => {
      await press(opener(row));
      await expect(page.getByRole('menuitem', { name: t('dns:menu.edit') })).toHaveAttribute('data-active');
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: t('dns:menu.delete') })).toHaveAttribute('data-active');
      await page.keyboard.press('Enter');
      await expect(row).toHaveCount(0);
      // The row that replaced it.
      await expect(page.getByRole('row').getByRole('button').and(page.locator(':focus'))).toBeVisible();
      await press(button(t('common:undo')));
      await expect(row).toBeVisible();
      await hasFocus();
    });
  });
}
