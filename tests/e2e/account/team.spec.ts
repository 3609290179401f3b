import { auth } from '../../../src/lib/contract/account/auth.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');

test('a colleague is invited and joins; both windows show the account, as far as the role goes', { tag: '@journey' }, async ({
  page,
  context,
  browser,
  portal,
  newCustomer,
  signIn,
}) => {
  const [owner, member] = [await newCustomer(), await newCustomer()];
  const theirs = await browser.newContext({ baseURL: portal.url });
  await signIn(owner, theirs);
  const inviting = await theirs.newPage();
  await inviting.goto('/account/team');
  await inviting.getByRole('button', { name: t('team:invite') }).click();
  const form = inviting.getByRole('form', { name: t('team:inviteTitle') });
  await form.getByLabel(t('team:form.email')).fill(member.email);
  await form.getByRole('radio', { name: t('team:role.readOnly') }).click();
  await form.getByRole('button', { name: t('team:send') }).click();
  await expect(inviting.getByRole('button', { name: `${t('team:revoke')}: ${member.email}` })).toBeVisible();
  await theirs.close();

  await signIn(member);
  const other = await context.newPage();
  await other.goto('/tickets');
  await settled(other);
  await page.goto('/account/team');
  await page.getByRole('link', { name: t('team:received.view') }).click();
  await page.getByRole('button', { name: t('team:invitation.accept') }).click();
  const strip = t('shell:acting', { name: owner.email });
  await expect(page.getByRole('complementary', { name: strip })).toBeVisible();
  // Both windows share the session: the other one leaves the page of the previous account.
  await expect(other.getByRole('complementary', { name: strip })).toBeVisible();
  await other.goto('/domains/add');
  await settled(other);
  await expect(other.getByText(t('shell:lock.read'))).toBeVisible();

  const { id } = (await owner.client.ok(auth.profile, {})).profile;
  // A window that didn't notice is refused: the call names the account that it shows.
  const refused = await other.request.get('/api/fin/balance', { headers: { 'x-account': 'somebody-else' } });
  expect(refused.status()).toBe(409);
  expect((await other.request.get('/api/fin/balance', { headers: { 'x-account': id } })).status()).toBe(200);

  await page.getByRole('button', { name: t('shell:account.label') }).click();
  await page.getByRole('menuitemradio', { name: t('shell:account.own') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: strip })).toHaveCount(0);
  await expect(other.getByRole('complementary', { name: strip })).toHaveCount(0);
});
