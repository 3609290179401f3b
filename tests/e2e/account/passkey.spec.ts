import type { Page } from '@playwright/test';
import { translator } from '../../../src/lib/i18n/server.ts';
import { overflow, settled } from '../../screens/index.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';

/** An authenticator of the browser itself (Chrome DevTools Protocol, WebAuthn): a passkey is created and used without anybody’s finger. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

test('a passkey is added, signs in alone, and confirms a password', { tag: '@journey' }, async ({ page, portal, newSecured, watch }) => {
  test.slow();
  // Passkeys need a host name: without ORIGIN they belong to localhost.
  const url = portal.url.replace('127.0.0.1', 'localhost');
  watch.allow(/^third party: http:\/\/localhost:/);
  const t = translator('en');
  const { email, password, recoveryCodes } = await newSecured();
  const key = await addAuthenticator(page);
  const byPasskey = page.getByRole('button', { name: t('auth:passkey.signIn'), exact: true });
  const first = async () => {
    await page.getByLabel(t('auth:field.email'), { exact: true }).fill(email);
    await page.getByLabel(t('auth:field.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('auth:signIn.submit'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('auth:second.title') })).toBeVisible();
  };
  const leave = async () => {
    await page.getByRole('button', { name: t('shell:account.label') }).click();
    await page.getByRole('menuitem', { name: t('shell:account.signOut') }).click();
  };
  // The authenticator answers an offer in the email field as soon as it is made. A browser without such offers is asked by the button.
  await page.addInitScript(() => {
    if (window.name === 'no offers') PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  const signOut = async () => {
    await page.evaluate(() => {
      window.name = 'no offers';
    });
    await leave();
    await expect(page).toHaveURL(/\/public\/login/);
  };

  await test.step('it is added on the page of two-factor authentication', async () => {
    await page.goto(`${url}/public/login?redirectTo=/account/two-factor`);
    await first();
    await page.getByRole('button', { name: t('auth:second.other') }).click();
    await page.getByRole('button', { name: t('auth:way.recovery') }).click();
    await page.getByLabel(t('auth:field.recovery'), { exact: true }).fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${url}/account/two-factor`);
    await page.getByRole('button', { name: t('passkey:add'), exact: true }).click();
    const form = page.getByRole('form', { name: t('passkey:addTitle') });
    await form.getByLabel(t('passkey:name'), { exact: true }).fill('Test laptop');
    await form.getByRole('button', { name: t('passkey:create'), exact: true }).click();
    const list = page.getByRole('list', { name: t('passkey:list') });
    await expect(list.getByText('Test laptop')).toBeVisible();
    await expect(list.getByText(t('passkey:storage.device'))).toBeVisible();
    expect(await key.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the same device isn’t added twice', async () => {
    await page.getByRole('button', { name: t('passkey:add'), exact: true }).click();
    const form = page.getByRole('form', { name: t('passkey:addTitle') });
    await form.getByLabel(t('passkey:name'), { exact: true }).fill('Again');
    await form.getByRole('button', { name: t('passkey:create'), exact: true }).click();
    await expect(form.getByRole('alert')).toHaveText(t('passkey:error.known'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('common:discard'), exact: true }).click();
    await expect(form).toHaveCount(0);
  });

  await test.step('it is offered in the email field, and signs in from there', async () => {
    await leave();
    await expect(page).toHaveURL(`${url}/dashboard`);
  });

  await test.step('it signs in alone, without password and code', async () => {
    await signOut();
    await byPasskey.click();
    await expect(page).toHaveURL(`${url}/dashboard`);
    await page.goto(`${url}/account/logins`);
    await expect(
      page
        .getByRole('list', { name: t('login:title') })
        .getByRole('listitem')
        .first(),
    ).toContainText(t('login:method.passkey'));
  });

  await test.step('it confirms a password in place of a code', async () => {
    await signOut();
    await first();
    await page.getByRole('button', { name: t('auth:second.other') }).click();
    await page.getByRole('button', { name: t('auth:way.passkey') }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('auth:second.passkeySubmit'), exact: true }).click();
    await expect(page).toHaveURL(`${url}/dashboard`);
  });
});
