import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseItem, demo, expectDialog, fill, inPanel, t, userEvent } from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { closeAllDialogs } from '../../../browser/stores/dialogs.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import type { ComputeDriver } from '../../../provider/drivers/compute/compute.ts';
import FirewallGroup from './FirewallGroup.tsx';
import ServerFirewalls from './ServerFirewalls.tsx';

const groupId = demo.serverFirewallId;
beforeEach(() => history.replaceState(null, '', '/servers/firewalls'));

async function started() {
  const { request } = await inPanel();
  const groups = async () => (await request(serverFirewall.list, {})).groups;
  const rules = async () => (await groups()).find(({ id }) => id === groupId)?.rules ?? [];
  return { user: userEvent.setup(), groups, rules, request };
}

test('a group is added from a template and opened; one without a name is refused', async () => {
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  const { user, groups } = await started();
  render(<ServerFirewalls />);
  await screen.findByText('ssh-office');
  await user.click(screen.getByRole('button', { name: t('serverFirewall:add') }));
  const form = within(await screen.findByRole('form', { name: t('serverFirewall:addTitle') }));
  await user.click(form.getByRole('button', { name: t('serverFirewall:save') }));
  expect(await form.findByText(t('serverFirewall:error.title'))).toBeTruthy();
  await user.type(form.getByLabelText(t('serverFirewall:name')), 'shop');
  await user.click(form.getByRole('button', { name: t('serverFirewall:save') }));
  await waitFor(() => expect(to).toHaveBeenCalled());
  const made = (await groups()).find(({ title }) => title === 'shop') ?? expect.fail('it was added');
  expect(to).toHaveBeenCalledWith(`/servers/firewalls/${made.id}`);
  expect(made.rules.length).toBeGreaterThan(0);
});

test('a group that a server uses isn’t deleted, another one is', async () => {
  const { groups } = await started();
  render(<ServerFirewalls />);
  await screen.findByText('ssh-office');
  const remove = (title: string) => chooseItem(t('serverFirewall:actions', { title }), t('serverFirewall:deleteMore'));
  await remove('web');
  expect(expectDialog('standard').title).toBe(t('serverFirewall:inUseTitle', { title: 'web' }));
  closeAllDialogs();
  await remove('ssh-office');
  await expectDialog('delete').run();
  await waitFor(async () => expect((await groups()).map(({ title }) => title)).toEqual(['web']));
  await waitFor(() => expect(screen.queryByText('ssh-office')).toBeNull());
});

test('a rule is added at the end, with errors beside their field', async () => {
  const { user, rules } = await started();
  render(<FirewallGroup groupId={groupId} />);
  await screen.findByRole('list', { name: t('serverFirewall:rules') });
  await user.click(screen.getByRole('button', { name: t('serverFirewall:addRule') }));
  const form = within(await screen.findByRole('form', { name: t('serverFirewall:addRuleTitle') }));
  const source = form.getByLabelText(t('serverFirewall:source'));
  const save = () => user.click(form.getByRole('button', { name: t('serverFirewall:saveRule') }));
  await fill(source, '2001:db8::/32');
  await save();
  expect(await form.findByText(t('serverFirewall:error.ipv4'))).toBeTruthy();
  await fill(source, '192.0.2.0/24');
  await save();
  await waitFor(async () => expect(await rules()).toHaveLength(3));
  expect((await rules())[2]).toMatchObject({ direction: 'in', protocol: 'ipv4', source: '192.0.2.0/24', action: 'allow', portFrom: null });
});

test('a rule that opens SSH or all ports to every address gets a warning', async () => {
  const { user } = await started();
  render(<FirewallGroup groupId={groupId} />);
  await screen.findByRole('list', { name: t('serverFirewall:rules') });
  await user.click(screen.getByRole('button', { name: t('serverFirewall:addRule') }));
  const form = within(await screen.findByRole('form', { name: t('serverFirewall:addRuleTitle') }));
  expect(form.getByText(t('serverFirewall:warning.exposedAll'))).toBeTruthy();
  await fill(form.getByLabelText(t('serverFirewall:portFrom')), '22');
  expect(await form.findByText(t('serverFirewall:warning.exposed', { service: 'SSH (22)' }))).toBeTruthy();
  await fill(form.getByLabelText(t('serverFirewall:portFrom')), '443');
  await waitFor(() => expect(form.queryByText(/SSH/)).toBeNull());
  await fill(form.getByLabelText(t('serverFirewall:source')), '198.51.100.7/24');
  const notice = { value: '198.51.100.7/24', range: '198.51.100.0/24', address: '198.51.100.7' };
  expect(form.getByText(t('address:notice.hostBits', notice))).toBeTruthy();
});

test('a rule changed elsewhere meanwhile isn’t overwritten unseen', async () => {
  const { user, rules, request } = await started();
  render(<FirewallGroup groupId={groupId} />);
  await screen.findByRole('list', { name: t('serverFirewall:rules') });
  await user.click(screen.getByRole('button', { name: t('serverFirewall:addRule') }));
  const form = within(await screen.findByRole('form', { name: t('serverFirewall:addRuleTitle') }));
  const ids = (await rules()).map(({ id }) => id).reverse();
  await request(serverFirewall.reorderRules, { groupId, ids });
  await user.click(form.getByRole('button', { name: t('serverFirewall:saveRule') }));
  expect(await form.findByText(t('serverFirewall:conflict'))).toBeTruthy();
  expect((await rules()).map(({ id }) => id)).toEqual(ids);
});

test('where hosts forward ports, the rules that have no effect are named', async () => {
  const { provider } = await inPanel();
  const drivers = provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, capabilities: { ...drivers.compute.capabilities, firewall: 'ports' } };
  render(<FirewallGroup groupId={groupId} />);
  expect(await screen.findByText(t('serverFirewall:portsOnly'))).toBeTruthy();
});

test('groups have the order of the reader’s language', async () => {
  const { request } = await inPanel({ locale: 'fa' });
  const titles = ['سرور ۱۰', 'web-10', 'آهن', 'باران', 'Web-2', 'سرور ۲', 'ابر'];
  for (const title of titles) await request(serverFirewall.add, { title, description: '', template: 'empty' });
  render(<ServerFirewalls />);
  await screen.findByText('آهن');
  const shown = screen.getAllByText((text) => titles.includes(text)).map(({ textContent }) => textContent);
  expect(shown).toEqual(['آهن', 'ابر', 'باران', 'سرور ۲', 'سرور ۱۰', 'Web-2', 'web-10']);
});
