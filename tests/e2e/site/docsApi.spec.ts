import { type Locale, localeFacts } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

const openTry = async (page: import('@playwright/test').Page, locale: Locale, group: string, name: string) => {
  const t = translator(locale);
  await page.goto(`${locale === 'en' ? '' : `/${locale}`}/docs/api/${group}#${name}`);
  const fold = page.locator('section', { has: page.locator(`#${name}`) }).locator('[data-try]');
  await fold.locator('summary').click();
  return {
    t,
    fold,
    send: fold.getByRole('button', { name: t('docs:api.try.send'), exact: true }),
    input: fold.getByLabel(t('docs:api.try.input')),
    status: fold.getByRole('status'),
    answer: fold.locator('pre'),
  };
};

test('a visitor tries a public call @remote', async ({ page }) => {
  const { send, status, answer } = await openTry(page, 'en', 'domain', 'plans');
  await send.click();
  await expect(status).toContainText('200 OK');
  await expect(answer).toContainText('"plans"');
});

test('other calls send a visitor to sign-in, and back', async ({ page }) => {
  const { fold, send, t } = await openTry(page, 'fa', 'dns', 'list');
  await expect(send).toBeHidden();
  await expect(fold.getByRole('link', { name: t('docs:api.try.signIn') })).toHaveAttribute(
    'href',
    new RegExp(`/public/login\\?redirectTo=${encodeURIComponent('/fa/docs/api/dns')}$`),
  );
  await expect(page.locator('html')).toHaveAttribute('dir', localeFacts.fa.direction);
});

test('a customer reads and writes with the session of the panel; a write needs confirmation @remote', async ({
  page,
  signIn,
  newCustomer,
}) => {
  await signIn(await newCustomer());
  // The panel marks the session on this device.
  await page.goto('/dashboard');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nasim:session'))).toBeTruthy();
  const read = await openTry(page, 'en', 'domain', 'list');
  await read.send.click();
  await expect(read.answer).toContainText('"domains": []');

  const write = await openTry(page, 'en', 'auth', 'language');
  await write.input.fill('{ "language": ');
  await write.send.click();
  await expect(write.status).toHaveText(write.t('docs:api.try.badJson'));
  await write.input.fill('{ "language": "xx" }');
  await write.send.click();
  await expect(write.status).toHaveText(write.t('docs:api.try.confirmFirst'));
  const consent = write.fold.getByRole('checkbox');
  await consent.check();
  await write.send.click();
  await expect(write.status).toContainText('422');
  await expect(write.answer).toContainText('"fields"');
  await expect(consent).not.toBeChecked();
});

test('an expired session is reported, with a link to sign in', async ({ page, signIn, newCustomer, context, watch }) => {
  watch.allow(/401/);
  await signIn(await newCustomer());
  await page.goto('/dashboard');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nasim:session'))).toBeTruthy();
  const { fold, send, status, t } = await openTry(page, 'en', 'domain', 'list');
  await context.clearCookies();
  await send.click();
  await expect(status).toContainText('401');
  await expect(status).toContainText(t('docs:api.try.over'));
  await expect(fold.getByRole('link', { name: t('docs:api.try.signIn') })).toBeVisible();
});

test('calls that would replace the session or never end can’t be tried, with the reason', async ({ page }) => {
  for (const [group, name, key] of [
    ['auth', 'login', 'docs:api.try.notHere.token'],
    ['task', 'stream', 'docs:api.try.notHere.stream'],
  ] as const) {
    const { fold, send, t } = await openTry(page, 'en', group, name);
    await expect(fold.getByText(t(key))).toBeVisible();
    await expect(send).toBeHidden();
  }
});
