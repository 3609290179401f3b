import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { walkLooks } from '../../support/widths.ts';

for (const { locale, width, height, name } of walkLooks)
  test(`a file is shared by two links, one of which is revoked (${name})`, async ({ page, request, signIn, show }) => {
    const t = translator(locale);
    const file = 'readme.txt';
    await page.setViewportSize({ width, height });
    await show({ locale });
    await signIn();
    await page.goto('/servers/spaces');
    await page.getByRole('link', { name: 'demo-media' }).click();
    const share = async () => {
      await page.getByRole('button', { name: t('space:object.actions', { name: file }) }).click();
      await page.getByRole('menuitem', { name: t('space:object.share') }).click();
      const dialog = page.getByRole('dialog', { name: t('space:object.shareTitle', { name: file }) });
      await dialog.getByRole('button', { name: t('space:object.shareMake') }).click();
      const url = await dialog.getByText(/^http/).textContent();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      return url ?? '';
    };
    const [first, second] = [await share(), await share()];
    expect([(await request.get(first)).status(), (await request.get(second)).status()]).toEqual([200, 200]);
    expect(await overflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    // The newest is the first in the list.
    await page
      .getByRole('button', { name: t('space:link.revoke', { name: file }) })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('space:link.revokeAction') })
      .click();
    await expect(page.getByText(t('space:link.revoked'))).toBeVisible();
    expect([(await request.get(first)).status(), (await request.get(second)).status()]).toEqual([200, 403]);
  });
