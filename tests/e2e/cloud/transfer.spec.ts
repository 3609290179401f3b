import { demo } from '../../../src/lib/contract/fields.ts';
import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

for (const [locale, theme, width] of [
  ['en', 'light', 1280],
  ['fa', 'dark', 390],
] satisfies [Locale, 'light' | 'dark', number][]) {
  test(`a server is offered to another account, which sees it and declines, in ${locale}`, async ({ page, signIn, newCustomer, show }) => {
    const t = translator(locale);
    const receiver = await newCustomer();
    const settings = `/servers/${demo.offServerId}/settings`;
    const open = page.getByText(t('serverTransfer:card.open', { email: receiver.email }));
    let link = '';
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show({ locale, theme });

    await test.step('the owner types the address and the name', async () => {
      await signIn();
      await page.goto(settings);
      await settled(page);
      await page.getByRole('button', { name: t('serverTransfer:card.action') }).click();
      const form = page.getByRole('form', { name: t('serverTransfer:ask.title', { name: 'staging-01' }) });
      await form.getByLabel(t('serverTransfer:field.email')).fill(receiver.email);
      await form.getByLabel(t('serverTransfer:ask.phrase', { name: 'staging-01' })).fill('staging-01');
      const answered = page.waitForResponse(
        (response) => response.url().endsWith('/server/manage/transfer') && response.request().method() === 'POST',
      );
      await form.getByRole('button', { name: t('serverTransfer:ask.action') }).click();
      const { transfer } = (await (await answered).json()) as { transfer?: { transferToken: string } }; // the output of the call
      link = `/servers/transfers/${transfer?.transferToken}`;
      await expect(open).toBeVisible();
    });

    await test.step('the receiver finds the offer above the list, sees what it costs, and declines without balance', async () => {
      await signIn(receiver);
      await page.goto('/servers');
      await settled(page);
      expect(await overflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('link', { name: t('serverTransfer:offers.viewOf', { name: 'staging-01' }) }).click();
      await expect(page).toHaveURL(link);
      await settled(page);
      await expect(page.getByText(t('serverTransfer:page.security'))).toBeVisible();
      await expect(page.getByRole('link', { name: t('serverTransfer:page.topUp') })).toBeVisible();
      expect(await overflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('button', { name: t('serverTransfer:page.decline') }).click();
      await expect(page).toHaveURL(/\/servers$/);
    });

    await test.step('the owner still has the server', async () => {
      await signIn();
      await page.goto(settings);
      await settled(page);
      await expect(page.getByRole('button', { name: t('serverTransfer:card.action') })).toBeVisible();
    });
  });
}
