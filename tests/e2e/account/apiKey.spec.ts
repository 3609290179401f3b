import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';

test('an API key is created, used by a request, and its calls are listed', { tag: '@journey' }, async ({
  page,
  request,
  newCustomer,
  signIn,
}) => {
  const t = translator('en');
  const customer = await newCustomer();
  const own = await addDomain(customer, 'by-key.example');
  await signIn(customer);
  await page.goto('/account/api-keys');
  await page.getByRole('button', { name: t('apiKey:add') }).click();
  const form = page.getByRole('form', { name: t('apiKey:addTitle') });
  await form.getByLabel(t('apiKey:form.name')).fill('Monitoring');
  await form
    .getByRole('radiogroup', { name: t('apiKey:area.dns') })
    .getByRole('radio', { name: t('apiKey:level.read') })
    .check();
  await form.getByRole('button', { name: t('apiKey:add') }).click();
  const token = (await page.getByText(/^nsm_[\w-]{43}$/).textContent()) ?? '';
  await page.getByRole('button', { name: t('apiKey:token.done') }).click();

  const headers = { authorization: `Bearer ${token}` };
  const read = await request.get(`/api${dns.list.path}?domainId=${own.id}`, { headers });
  expect(await read.json()).toMatchObject({ records: [] });
  const data = { domainId: own.id, name: 'www', type: 'A', content: '203.0.113.9' };
  expect(await (await request.post(`/api${dns.create.path}`, { headers, data })).json()).toMatchObject({ code: 'apiKey:error.readOnly' });

  await page.getByRole('button', { name: t('apiKey:actions', { name: 'Monitoring' }) }).click();
  await page.getByRole('menuitem', { name: t('apiKey:calls.action') }).click();
  const calls = page.getByRole('list', { name: t('apiKey:calls.action') });
  await expect(calls.getByRole('listitem').filter({ hasText: dns.list.path })).toContainText('200');
});
