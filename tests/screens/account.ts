import type { Page } from '@playwright/test';
import type { Translate } from '../../src/lib/i18n/translator.ts';
import type { Secured } from '../support/accounts.ts';
import { type Act, opensForm, type Screen } from './screen.ts';

/** Signs in up to the second step. */
const passFirst = async (page: Page, t: Translate, account: Secured | undefined) => {
  await page.getByLabel(t('auth:field.email'), { exact: true }).fill(account?.email ?? '');
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill(account?.password ?? '');
  await page.getByRole('button', { name: t('auth:signIn.submit'), exact: true }).click();
  await page.getByLabel(t('auth:field.code'), { exact: true }).waitFor();
};

/** The list of other ways to sign in, or one of them. */
const inOtherWay =
  (way?: 'email' | 'recovery'): Act =>
  async (page, t, account) => {
    await passFirst(page, t, account);
    await page.getByRole('button', { name: t('auth:second.other') }).click();
    await page.getByRole('heading', { name: t('auth:second.choose') }).waitFor();
    if (!way) return;
    await page.getByRole('button', { name: t(`auth:way.${way}`) }).click();
    await page.getByLabel(t(way === 'email' ? 'auth:field.code' : 'auth:field.recovery'), { exact: true }).waitFor();
  };

export const accountScreens: readonly Screen[] = [
  { name: 'login', path: '/public/login', as: 'visitor', alwaysDark: true },
  {
    name: 'login-passkey',
    path: '/public/login',
    as: 'visitor',
    alwaysDark: true,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('auth:passkey.signIn') }).click();
      // The tests open the portal by its address, which has no passkeys.
      await page.getByText(t('auth:passkey.otherHost', { host: 'localhost' })).waitFor();
    },
  },
  { name: 'login-code', path: '/public/login', as: 'secured', alwaysDark: true, act: passFirst },
  {
    name: 'login-code-refused',
    path: '/public/login',
    as: 'secured',
    status: 422,
    alwaysDark: true,
    act: async (page, t, account) => {
      await passFirst(page, t, account);
      await page.getByLabel(t('auth:field.code'), { exact: true }).fill('000000');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'login-ways', path: '/public/login', as: 'secured', alwaysDark: true, act: inOtherWay() },
  { name: 'login-mail', path: '/public/login', as: 'secured', alwaysDark: true, act: inOtherWay('email') },
  { name: 'login-recovery', path: '/public/login', as: 'secured', alwaysDark: true, act: inOtherWay('recovery') },
  { name: 'profile', path: '/account/profile', as: 'demo' },
  {
    name: 'profile-business',
    path: '/account/profile',
    as: 'empty',
    act: async (page, t) => {
      await page.getByRole('radio', { name: t('profile:kind.business') }).click();
      await page.getByLabel(t('profile:field.legalName'), { exact: true }).waitFor();
    },
  },
  { name: 'two-factor', path: '/account/two-factor', as: 'demo' },
  {
    name: 'two-factor-app',
    path: '/account/two-factor',
    // Needs a recent sign-in, which the shared one of the demo customer isn't on a slow machine.
    as: 'empty',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('twoFactor:turnOnNamed', { method: t('auth:way.totp') }) }).click();
      await page.getByRole('img', { name: t('twoFactor:setup.qrLabel') }).waitFor();
    },
  },
  { name: 'allowed-ips', path: '/account/allowed-ips', as: 'demo' },
  {
    name: 'allowed-ip-add',
    path: '/account/allowed-ips',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('allowedIp:add'), exact: true }).click();
      await page.getByRole('form', { name: t('allowedIp:addTitle') }).waitFor();
    },
  },
  { name: 'devices', path: '/account/devices', as: 'demo' },
  { name: 'session-limits', path: '/account/devices', as: 'demo', act: opensForm('device:limit.change') },
  { name: 'logins', path: '/account/logins', as: 'demo' },
  { name: 'audit-log', path: '/account/audit-log', as: 'demo' },
  {
    name: 'audit-log-change',
    path: '/account/audit-log',
    as: 'demo',
    act: async (page, t) => {
      await page
        .getByRole('list', { name: t('log:audit.title') })
        .getByRole('button')
        .first()
        .click();
      await page
        .getByRole('dialog', { name: t('log:detail.title') })
        .getByText(t('log:column.via'))
        .waitFor();
    },
  },
  { name: 'audit-log-empty', path: '/account/audit-log?q=nothing-has-this-name', as: 'demo' },
  { name: 'api-keys', path: '/account/api-keys', as: 'demo' },
  { name: 'api-keys-empty', path: '/account/api-keys', as: 'empty' },
  { name: 'api-key-add', path: '/account/api-keys', as: 'demo', act: opensForm('apiKey:add', 'apiKey:addTitle') },
  { name: 'team', path: '/account/team', as: 'demo' },
  { name: 'team-invite', path: '/account/team', as: 'demo', act: opensForm('team:invite', 'team:inviteTitle') },
  {
    name: 'team-invite-areas',
    path: '/account/team',
    as: 'demo',
    act: opensForm('team:invite', 'team:inviteTitle', (form, t) => form.getByRole('radio', { name: t('team:role.custom') }).click()),
  },
  { name: 'invitation-missing', path: '/account/invitations/01930000-0000-7000-8000-00000000dead', as: 'demo', status: 404 },
  { name: 'notification-settings', path: '/account/notifications', as: 'demo' },
  {
    name: 'webhook-add',
    path: '/account/notifications',
    as: 'demo',
    act: opensForm('notificationSetting:webhook.add', 'notificationSetting:webhook.addTitle'),
  },
  { name: 'unsubscribe', path: '/public/unsubscribe?token=x', as: 'visitor', rendered: true, alwaysDark: true },
  { name: 'undo', path: '/public/undo?token=x', as: 'visitor', status: 422, rendered: true, alwaysDark: true },
  { name: 'privacy', path: '/account/privacy', as: 'demo' },
  {
    name: 'account-closing',
    path: '/account/privacy',
    as: 'empty',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('closing:close') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill((await dialog.locator('code').textContent()) ?? '');
      await dialog.getByRole('button', { name: t('closing:close') }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: t('closing:keep') }).waitFor();
    },
  },
  { name: 'language', path: '/account/language', as: 'demo' },
  { name: 'password', path: '/account/password', as: 'demo' },
  { name: 'register', path: '/public/register', as: 'visitor', alwaysDark: true },
  { name: 'forgot', path: '/public/forgot-password', as: 'visitor', alwaysDark: true },
];
