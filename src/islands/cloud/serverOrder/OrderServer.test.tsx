import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanup, demo, inPanel, render, screen, t, waitFor, within, withProvider } from '../../../../tests/support/panel.ts';
import { queryClient } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { $serverDraft } from '../../../browser/stores/serverDraft.ts';
import { operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import type { ComputeDriver } from '../../../provider/drivers/compute/compute.ts';
import OrderServer from './OrderServer.tsx';

beforeEach(() => history.replaceState(null, '', '/servers/order'));
afterEach(() => {
  $serverDraft.set(null);
});

async function renderPage(as?: string) {
  const { running, user } = await inPanel(as ? { signedIn: as } : {});
  const gone = vi.spyOn(navigate, 'to').mockImplementation(() => {});
  render(<OrderServer />);
  const form = within(await screen.findByRole('form', { name: t('serverOrder:title') }));
  const summary = within(screen.getByRole('complementary', { name: t('serverOrder:summary') }));
  return { running, user, form, summary, gone };
}

test('the price follows the selection, and the order is charged that price', async () => {
  const { running, user, form, summary, gone } = await renderPage();
  expect(summary.getByText('$6.57', { selector: 'b' })).toBeTruthy();
  await user.click(form.getByRole('radio', { name: /^Professional/ }));
  expect(summary.getByText('$29.20', { selector: 'b' })).toBeTruthy();
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('serverOrder:ssh')}`) }));
  await user.click(await form.findByRole('checkbox', { name: /sara-laptop/ }));
  await user.click(summary.getByRole('button', { name: t('serverOrder:submit', { count: 1, n: '1' }) }));
  expect(await form.findByText(t('serverOrder:error.nameRequired'))).toBeTruthy();
  await user.type(form.getByLabelText(t('serverOrder:serverName')), 'web-island');
  await user.click(summary.getByRole('button', { name: t('serverOrder:submit', { count: 1, n: '1' }) }));
  await waitFor(() => expect(gone).toHaveBeenCalledWith(expect.stringMatching(/^\/servers\/[0-9a-f-]{36}$/)));
  const { servers } = await running.ok(server.list, {}, { token: await running.signIn() });
  expect(servers.find(({ name }) => name === 'web-island')).toMatchObject({ plan: 'pro-2023', cpu: 4 });
  expect($serverDraft.get()).toBeNull();
});

test('a balance that is too small links to the wallet, and the draft is restored afterward without its password', async () => {
  const { user, form, summary } = await renderPage(demo.second);
  expect((await summary.findByRole('link', { name: t('serverOrder:topUp') })).getAttribute('href')).toBe('/finance/top-up');
  await user.type(form.getByLabelText(t('serverOrder:serverName')), 'kept');
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('serverOrder:own')}`) }));
  await user.type(form.getByLabelText(t('serverOrder:password')), 'correct-horse-battery');
  await waitFor(() => expect($serverDraft.get()).toMatchObject({ nameServer: 'kept', password: { type: 'custom' } }));
  expect(JSON.stringify($serverDraft.get())).not.toContain('horse');
  cleanup();
  render(<OrderServer />);
  expect(await screen.findByText(t('serverOrder:kept'))).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(t('serverOrder:serverName')).value).toBe('kept');
});

test('groups that block SSH are named, for the chosen sign-in, and SSH is allowed with one click', async () => {
  const { running, user, form, summary, gone } = await renderPage();
  expect(await form.findByText(t('serverOrder:resources.sshShut'))).toBeTruthy();
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('serverOrder:ssh')}`) }));
  expect(form.getByText(t('serverOrder:resources.sshShutKey'))).toBeTruthy();
  // A group of the account, from the addresses that it allows.
  await user.click(form.getByRole('button', { name: t('serverOrder:resources.sshUse', { title: 'ssh-office' }) }));
  expect(form.getByText(t('serverOrder:resources.sshFrom', { from: '192.0.2.77/32' }))).toBeTruthy();
  await user.click(form.getByRole('checkbox', { name: /^ssh-office/ }));
  await user.click(form.getByRole('button', { name: t('serverOrder:resources.sshAdd') }));
  const title = t('serverFirewall:templates.ssh');
  await waitFor(() => expect(form.getByRole<HTMLInputElement>('checkbox', { name: title }).checked).toBe(true));
  expect(form.queryByText(t('serverOrder:resources.sshShutKey'))).toBeNull();
  await user.click(await form.findByRole('checkbox', { name: /sara-laptop/ }));
  await user.type(form.getByLabelText(t('serverOrder:serverName')), 'by-ssh');
  await user.click(summary.getByRole('button', { name: t('serverOrder:submit', { count: 1, n: '1' }) }));
  await waitFor(() => expect(gone).toHaveBeenCalled());
  const { groups } = await running.ok(serverFirewall.list, {}, { token: await running.signIn() });
  expect(groups.filter(({ servers }) => servers.some(({ name }) => name === 'by-ssh')).map((group) => group.title)).toEqual([title, 'web']);
});

test('it starts with the default data center and a system that is offered', async () => {
  const running = await withProvider({});
  const operator = { token: await running.signInOperator() };
  await running.ok(operatorOffer.updateDataCenter, { datacenterId: 11, state: 'available', isDefault: true, version: 0 }, operator);
  await running.ok(operatorOffer.updateSystem, { osId: 98, offered: false, version: 0 }, operator);
  render(<OrderServer />);
  expect((await screen.findByRole('radio', { name: /^Istanbul/ })).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('radio', { name: /^Ubuntu/ }).getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByText('Ubuntu 22.04')).toBeNull();
});

test('an application is ordered with a system that it runs on, and isn’t offered where servers are simulated', async () => {
  const { running, user, form, gone } = await renderPage();
  const title = t('serverOrder:application.title');
  const group = () => form.queryByRole('radiogroup', { name: new RegExp(`^${title}`) });
  await user.click(form.getByRole('radio', { name: /^Debian/ }));
  expect(group()).toBeNull();
  cleanup();
  const drivers = running.provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, capabilities: { ...drivers.compute.capabilities, engine: 'connected' } };
  queryClient.clear();
  $serverDraft.set(null);
  render(<OrderServer />);
  const real = within(await screen.findByRole('form', { name: t('serverOrder:title') }));
  // The default system isn’t one that applications run on.
  expect(real.queryByText(title)).toBeNull();
  await user.click(real.getByRole('radio', { name: /^Debian/ }));
  await user.click(await real.findByRole('radio', { name: /^PostgreSQL/ }));
  expect(real.getByText(/5432\/tcp/)).toBeTruthy();
  // Another system drops the choice.
  await user.click(real.getByRole('radio', { name: /^Ubuntu/ }));
  await user.click(real.getByRole('radio', { name: /^Debian/ }));
  expect(real.getByRole('radio', { name: /^PostgreSQL/ }).getAttribute('aria-checked')).toBe('false');
  await user.click(real.getByRole('radio', { name: /^PostgreSQL/ }));
  await user.type(real.getByLabelText(t('serverOrder:serverName')), 'db-island');
  await user.click(
    within(screen.getByRole('complementary', { name: t('serverOrder:summary') })).getByRole('button', {
      name: t('serverOrder:submit', { count: 1, n: '1' }),
    }),
  );
  await waitFor(() => expect(gone).toHaveBeenCalled());
  const { servers } = await running.ok(server.list, {}, { token: await running.signIn() });
  expect(servers.find(({ name }) => name === 'db-island')).toMatchObject({ application: 'postgresql' });
});

test('a link fills the order in', async () => {
  history.replaceState(null, '', '/servers/order?cpu=8&ram=16&disk=100&diskType=nvme&quantity=2');
  const { summary } = await renderPage();
  // 8 × 4 + 16 × 2.5 + 100 × 0.11 mills an hour, twice.
  expect(summary.getByText('$121.18', { selector: 'b' })).toBeTruthy();
});

test('a link of the calculator brings the license and the backups', async () => {
  history.replaceState(null, '', '/servers/order?cpu=8&ram=16&disk=100&diskType=nvme&quantity=2&license=cpanel&backups=1');
  const { summary } = await renderPage();
  // As above, with 24.6 mills for cPanel and a tenth of the size for backups.
  expect(summary.getByText('$169.214', { selector: 'b' })).toBeTruthy();
});
