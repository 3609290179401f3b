import { expect } from 'vitest';
import { preference } from '../../src/lib/contract/account/preference.ts';
import { test } from '../support/portal.ts';

/** The server-rendered dashboard with these cookies. */
async function dashboard(url: string, ...cookies: string[]) {
  const response = await fetch(`${url}/dashboard`, { headers: { cookie: cookies.join('; ') } });
  return { html: await response.text(), set: response.headers.getSetCookie().join(', ') };
}

test('the first HTML of a new device is in the account’s language and look', async ({ portal, newCustomer }) => {
  const { client } = await newCustomer();
  await client.send(preference.update, { language: 'fa', digits: 'latin', theme: 'light', density: 'compact' });
  const { html, set } = await dashboard(portal.url, client.cookie);
  expect(html).toMatch(/<html lang="fa" dir="rtl"[^>]* data-account-theme="light" data-density="compact"/);
  expect(set).toContain('nasim_locale=fa');
});

test('a language of this device stays until the account gets another one', async ({ portal, newCustomer }) => {
  const { client } = await newCustomer();
  const chosen = await dashboard(portal.url, client.cookie, 'nasim_locale=es');
  expect(chosen.html).toContain('<html lang="es"');
  expect(chosen.set).toContain('nasim_account_locale=en');
  await client.send(preference.update, { language: 'ar' });
  const changed = await dashboard(portal.url, client.cookie, 'nasim_locale=es', 'nasim_account_locale=en');
  expect(changed.html).toContain('<html lang="ar" dir="rtl"');
});
