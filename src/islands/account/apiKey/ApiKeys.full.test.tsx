import { beforeEach, expect, test } from 'vitest';
import { chooseItem, demo, expectDialog, fill, openPage, screen, t, waitFor, within } from '../../../../tests/support/panel.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import ApiKeys from './ApiKeys.tsx';
import { resolveExpireDate } from './expiry.ts';

beforeEach(() => history.replaceState(null, '', '/account/api-keys'));

const menu = (name: string, item: string) => chooseItem(t('apiKey:actions', { name }), item);
async function renderPage() {
  const { user, request } = await openPage(
    <ApiKeys domains={[{ id: demo.domainId, name: 'parvaz.example' }]} servers={[{ id: demo.serverId, name: 'web-1' }]} />,
  );
  await screen.findByText('Monitoring');
  const keys = async () => (await request(apiKey.list, {})).apiKeys;
  return { user, keys };
}

test('a key is created with its access, and its token is shown once', async () => {
  const { user, keys } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('apiKey:add') }));
  const form = within(await screen.findByRole('form', { name: t('apiKey:addTitle') }));
  await user.type(form.getByLabelText(t('apiKey:form.name')), 'Deployment');
  await user.click(form.getByRole('button', { name: t('apiKey:add') }));
  expect(await form.findByText(t('apiKey:error.noArea'))).toBeTruthy();
  const area = within(form.getByRole('radiogroup', { name: t('apiKey:area.dns') }));
  await user.click(area.getByRole('radio', { name: t('apiKey:level.write') }));
  await user.click(form.getByRole('radio', { name: t('apiKey:form.someDomains') }));
  await user.click(form.getByRole('checkbox', { name: 'parvaz.example' }));
  await user.click(form.getByRole('radio', { name: t('apiKey:form.someServers') }));
  await user.click(form.getByRole('checkbox', { name: 'web-1' }));
  await user.type(form.getByLabelText(t('apiKey:form.ips'), { exact: false }), 'nonsense');
  await user.click(form.getByRole('button', { name: t('apiKey:add') }));
  expect(await form.findByText(t('address:error.ip', { value: 'nonsense' }))).toBeTruthy();
  await fill(form.getByLabelText(t('apiKey:form.ips'), { exact: false }), '198.51.100.0/24');
  await user.click(form.getByRole('button', { name: t('apiKey:add') }));
  expect(await screen.findByText(/^nsm_[\w-]{43}$/)).toBeTruthy();
  expect((await keys()).find(({ name }) => name === 'Deployment')).toMatchObject({
    domainIds: [demo.domainId],
    serverIds: [demo.serverId],
    allowedIps: ['198.51.100.0/24'],
    access: { dns: 'write', caching: 'none' },
  });
});

test('a template fills in access, domain and name, and the button that creates is the foot of the dialog', async () => {
  const { user, keys } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('apiKey:add') }));
  const form = within(await screen.findByRole('form', { name: t('apiKey:addTitle') }));
  const name = form.getByLabelText<HTMLInputElement>(t('apiKey:form.name'));
  await user.click(form.getByRole('button', { name: t('apiKey:template.readAll') }));
  expect(name.value).toBe('Read everything');
  const dns = form.getByRole('button', { name: t('apiKey:template.dns') });
  await user.click(dns);
  expect(dns.getAttribute('aria-pressed')).toBe('true');
  expect(name.value).toBe('Edit DNS of one domain');
  const create = form.getByRole('button', { name: t('apiKey:add') });
  expect(create.parentElement?.className).toBe('form-foot');
  await user.click(create);
  await screen.findByText(/^nsm_[\w-]{43}$/);
  const made = (await keys()).find((one) => one.name === 'Edit DNS of one domain');
  expect(made?.domainIds).toEqual([demo.domainId]);
  const granted = Object.entries(made?.access ?? {}).filter(([, level]) => level !== 'none');
  expect(granted.sort()).toEqual([
    ['dns', 'write'],
    ['globalConfigs', 'read'],
  ]);
});

test('a key is deleted after confirmation', async () => {
  const { keys } = await renderPage();
  await menu('Monitoring', t('apiKey:remove.more'));
  await expectDialog().run();
  await waitFor(async () => expect((await keys()).map(({ name }) => name)).toEqual(['Website deployment']));
});

test('rolling shows the new token and until when the old one works', async () => {
  await renderPage();
  await menu('Monitoring', t('apiKey:roll.action'));
  await expectDialog().run();
  expect(await screen.findByText(/^nsm_[\w-]{43}$/)).toBeTruthy();
});

test('expiry options', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  expect(resolveExpireDate('week', '', null, now)).toBe('2026-01-08T12:00:00.000Z');
  expect(resolveExpireDate('never', '', null, now)).toBeNull();
  expect(resolveExpireDate('keep', '', '2027-01-01T00:00:00.000Z', now)).toBe('2027-01-01T00:00:00.000Z');
  expect(resolveExpireDate('custom', '2026-03-01', null, now)).toBe(new Date('2026-03-01T23:59:59').toISOString());
});
