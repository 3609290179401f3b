// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { navigate } from '../../../lib/navigate.ts';
import { $dialogs, closeAllDialogs } from '../../../lib/stores/dialogs.ts';
import FirewallGroup from './FirewallGroup.tsx';
import ServerFirewalls from './ServerFirewalls.tsx';

const t = translator('en');
const groupId = demo.serverFirewallId;
beforeEach(() => history.replaceState(null, '', '/servers/firewalls'));
afterEach(() => {
  closeAllDialogs();
  cleanup();
  vi.restoreAllMocks();
});

async function started() {
  const running = await withProvider();
  const token = await running.signIn();
  const groups = async () => (await running.ok(serverFirewall.list, {}, { token })).groups;
  const rules = async () => (await groups()).find(({ id }) => id === groupId)?.rules ?? [];
  return { running, token, user: userEvent.setup(), groups, rules };
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
  const { user, groups } = await started();
  render(<ServerFirewalls />);
  await screen.findByText('ssh-office');
  const ask = async (title: string) => {
    await user.click(screen.getByRole('button', { name: t('serverFirewall:actions', { title }) }));
    await user.click(await screen.findByRole('menuitem', { name: t('serverFirewall:deleteMore') }));
    return $dialogs.get().at(-1);
  };
  expect(await ask('web')).toMatchObject({ kind: 'standard', title: t('serverFirewall:inUseTitle', { title: 'web' }) });
  closeAllDialogs();
  const dialog = await ask('ssh-office');
  expect(dialog).toMatchObject({ kind: 'delete' });
  if (dialog?.kind === 'delete') await dialog.run();
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
  await user.clear(source);
  await user.type(source, '2001:db8::/32');
  await save();
  expect(await form.findByText(t('serverFirewall:error.ipv4'))).toBeTruthy();
  await user.clear(source);
  await user.type(source, '192.0.2.0/24');
  await save();
  await waitFor(async () => expect(await rules()).toHaveLength(3));
  expect((await rules())[2]).toMatchObject({ direction: 'in', protocol: 'ipv4', source: '192.0.2.0/24', action: 'allow', portFrom: null });
});

test('a rule changed elsewhere meanwhile isn’t overwritten unseen', async () => {
  const { running, token, user, rules } = await started();
  render(<FirewallGroup groupId={groupId} />);
  await screen.findByRole('list', { name: t('serverFirewall:rules') });
  await user.click(screen.getByRole('button', { name: t('serverFirewall:addRule') }));
  const form = within(await screen.findByRole('form', { name: t('serverFirewall:addRuleTitle') }));
  const ids = (await rules()).map(({ id }) => id).reverse();
  await running.ok(serverFirewall.reorderRules, { groupId, ids }, { token });
  await user.click(form.getByRole('button', { name: t('serverFirewall:saveRule') }));
  expect(await form.findByText(t('serverFirewall:conflict'))).toBeTruthy();
  expect((await rules()).map(({ id }) => id)).toEqual(ids);
});
