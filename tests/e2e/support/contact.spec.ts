import { brand } from '../../../src/config/brand.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';
import { mailTo } from '../../support/outbox.ts';

test('errors are shown beside their field; a valid message arrives', { tag: ['@journey', '@remote'] }, async ({ page, portal }) => {
  const t = translator('fa');
  const email = `writer-${portal.arrangement}@mail.example`;
  await page.goto('/fa/contact');
  const send = page.getByRole('button', { name: t('contact:send'), exact: true });
  const name = page.getByLabel(t('contact:field.name'), { exact: true });
  await send.click();
  await expect(page.getByText(t('contact:check'), { exact: true })).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(t('contact:error.name'));
  await name.fill('Shirin');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await page.getByLabel(t('contact:field.email'), { exact: true }).fill(email);
  await page.getByLabel(t('contact:field.subject'), { exact: true }).fill('Moving');
  await page.getByLabel(t('contact:field.message'), { exact: true }).fill('How do we move?');
  await send.click();
  const sent = page.getByRole('heading', { name: t('contact:sent') });
  await expect(sent).toBeVisible();
  await expect(name).toBeHidden();
  const inbox = await mailTo(portal.dataDir, brand.contact.email, (mail) => mail.includes(email));
  expect(inbox).toContain(`Reply-To: ${email}`);
  expect(await mailTo(portal.dataDir, email)).toContain('Content-Language: fa');
  await page.getByRole('button', { name: t('contact:again') }).click();
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
});

test('a failed message is kept, with the reason: offline, refused, error', async ({ page, context }) => {
  const t = translator('es');
  await page.goto('/es/cloud-cdn');
  const message = page.getByLabel(t('contact:field.message'), { exact: true });
  const send = page.getByRole('button', { name: t('contact:send'), exact: true });
  const failure = page.getByRole('alert');
  await message.fill('Un texto largo');
  await context.setOffline(true);
  await send.click();
  await expect(failure).toHaveText(t('contact:offline'));
  await context.setOffline(false);
  await page.route('**/api/contact/send', (route) => route.fulfill({ status: 502, json: { message: 'x' } }));
  await send.click();
  await expect(failure).toHaveText(t('contact:failed', { email: brand.contact.email }));
  const busy = t('error:tooManyRequests', { seconds: 9 });
  await page.unroute('**/api/contact/send');
  await page.route('**/api/contact/send', (route) => route.fulfill({ status: 429, json: { message: busy } }));
  await send.click();
  await expect(failure).toHaveText(busy);
  await expect(message).toHaveValue('Un texto largo');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the email address is shown instead of the form', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByText(translator('en')('contact:noScript'))).toBeVisible();
    await expect(page.getByLabel(translator('en')('contact:field.message'), { exact: true })).toBeHidden();
  });
});
