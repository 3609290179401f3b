import { auth } from '../../../src/lib/contract/account/auth.ts';
import { team } from '../../../src/lib/contract/account/team.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';

const t = translator('en');

test('a member switches the account in one tab; the other tab follows, and its pages are those of the role', async ({
  page,
  context,
  newCustomer,
  signIn,
  show,
}) => {
  const [owner, member] = [await newCustomer(), await newCustomer()];
  await owner.client.ok(team.invite, { email: member.email, role: 'readOnly' });
  const [invitation] = (await member.client.ok(team.accounts, {})).invitations;
  await member.client.ok(team.accept, { invitationId: invitation?.id ?? '' });
  const { id } = (await owner.client.ok(auth.profile, {})).profile;
  await signIn(member);
  await show({ locale: 'en' });
  const other = await context.newPage();
  await other.goto('/tickets');
  await settled(other);
  await page.goto('/dashboard');
  await settled(page);
  const strip = t('shell:acting', { name: owner.email });

  await page.getByRole('button', { name: t('shell:account.label') }).click();
  const menu = page.getByRole('menu', { name: t('shell:account.label') });
  await expect(menu.getByRole('menuitemradio', { name: t('shell:account.own') })).toBeVisible();
  await menu.getByRole('menuitemradio', { name: owner.email }).click();
  await expect(page.getByRole('complementary', { name: strip })).toBeVisible();
  // Both tabs share the session: the other one leaves the page of the previous account.
  await expect(other.getByRole('complementary', { name: strip })).toBeVisible();
  await other.goto('/domains/add');
  await settled(other);
  await expect(other.getByText(t('shell:lock.read'))).toBeVisible();

  // A window that didn't notice is refused: the call names the account that it shows.
  const refused = await other.request.get('/api/fin/balance', { headers: { 'x-account': 'somebody-else' } });
  expect(refused.status()).toBe(409);
  expect((await other.request.get('/api/fin/balance', { headers: { 'x-account': id } })).status()).toBe(200);

  await page.getByRole('button', { name: t('shell:account.label') }).click();
  await menu.getByRole('menuitemradio', { name: t('shell:account.own') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: strip })).toHaveCount(0);
  await expect(other.getByRole('complementary', { name: strip })).toHaveCount(0);
});
