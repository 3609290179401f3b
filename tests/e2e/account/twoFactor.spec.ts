import type { Locale } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { codeAt } from '../../support/totp.ts';

/** A code not used when the app was turned on, in the digits of a language. */
const nextCode = (secret: string, locale: Locale): string => {
  const code = codeAt(secret, Date.now() + 30_000);
  return locale === 'fa' ? [...code].map((digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]).join('') : code;
};

for (const locale of ['en', 'fa'] satisfies Locale[]) {
  test(`the second step of sign-in, and a trusted browser, in ${locale}`, {
    tag: locale === 'en' ? '@elsewhere' : [],
  }, async ({ page, context, newSecured, show }) => {
    const t = translator(locale);
    const { email, password, secret } = await newSecured();
    const target = '/domains?q=a';
    await show({ locale });
    const first = async () => {
      await page.getByLabel(t('auth:field.email'), { exact: true }).fill(email);
      await page.getByLabel(t('auth:field.password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: t('auth:signIn.submit'), exact: true }).click();
    };
    const code = page.getByLabel(t('auth:field.code'), { exact: true });
    const confirm = page.getByRole('button', { name: t('auth:second.submit'), exact: true });

    await test.step('the password alone opens nothing', async () => {
      await page.goto(target);
      await first();
      await expect(page.getByRole('heading', { name: t('auth:second.title') })).toBeVisible();
      await expect(code).toBeFocused();
      expect((await context.cookies()).filter(({ name }) => name === 'nasim')).toEqual([]);
      expect((await context.request.get('/api/auth/profile')).status()).toBe(401);
      await page.reload();
      await expect(page.getByLabel(t('auth:field.password'), { exact: true })).toBeVisible();
      await expect(code).toHaveCount(0);
    });

    await test.step('a wrong code is announced, the right one leads where the visitor was going', async () => {
      await first();
      await expect(code).toBeFocused();
      await page.keyboard.type('000000');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(t('auth:error.code'));
      await expect(code).toBeFocused();
      const right = nextCode(secret, locale);
      await code.evaluate(
        (input, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text', text);
          input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        `${right.slice(0, 3)} ${right.slice(3)}`,
      );
      await expect(code).toHaveValue(/^\d{6}$/);
      await page.getByRole('checkbox', { name: t('auth:second.trust') }).check();
      await confirm.click();
      await expect(page).toHaveURL(target);
    });

    await test.step('no script sees what makes the browser a trusted one', async () => {
      const device = (await context.cookies()).find(({ name }) => name === 'nasim-device');
      expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
      const readable = await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(readable).not.toContain('nasim-device');
      expect(readable).not.toContain(device?.value);
    });

    await test.step('the trusted browser signs in with the password alone', async () => {
      await page.getByRole('button', { name: t('shell:account.label') }).click();
      await page.getByRole('menuitem', { name: t('shell:account.signOut') }).click();
      await expect(page).toHaveURL(/\/public\/login/);
      await first();
      await expect(page).toHaveURL('/dashboard');
    });
  });
}
