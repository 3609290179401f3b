import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { $dialogs, chooseItem, demo, expectDialog, fill, openPage, paste, t } from '../../../../tests/support/panel.ts';
import { closeAllDialogs } from '../../../browser/stores/dialogs.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import FirewallGroups from './FirewallGroups.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/firewall/groups'));

const menu = (title: string, item: string) => chooseItem(t('firewallGroup:actions', { title }), item);
async function renderPage() {
  const { user, request } = await openPage(<FirewallGroups domainName="parvaz.example" />);
  const list = await screen.findByRole('list', { name: t('firewallGroup:list') });
  const groups = async () => (await request(firewallGroup.list, { domainId })).groups;
  return { user, list, groups };
}

test('shows the addresses of each group, its scope and the rules that use it', async () => {
  const { list } = await renderPage();
  expect(list.textContent).toContain('192.0.2.16/28');
  expect(list.textContent).toContain(t('firewallGroup:scope.domain', { domain: 'parvaz.example' }));
  expect(within(list).getByRole('link', { name: 'parvaz.example, priority 1' }).getAttribute('href')).toBe(
    '/domains/parvaz.example/firewall',
  );
  expect(within(list).getByText(t('firewallGroup:unused'))).toBeTruthy();
});

test('many addresses are pasted, each is validated, and invalid ones can be removed', async () => {
  const { user, groups } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('firewallGroup:add') }));
  const form = within(await screen.findByRole('form', { name: t('firewallGroup:addTitle') }));
  await user.type(form.getByLabelText(t('firewallGroup:name')), 'Partners');
  await user.click(form.getByRole('radio', { name: t('firewallGroup:scope.domain', { domain: 'parvaz.example' }) }));
  await paste(form.getByLabelText(t('firewallGroup:addresses')), '203.0.113.9, 203.0.113.9\n10.0.0.1/8 # the office\nnobody\n2001:DB8::1');
  expect(form.getByText(t('firewallGroup:good', { count: 3, n: '3' }))).toBeTruthy();
  for (const message of [
    t('firewall:error.repeated', { value: '203.0.113.9' }),
    t('address:notice.hostBits', { value: '10.0.0.1/8', range: '10.0.0.0/8', address: '10.0.0.1' }),
    t('address:error.ip', { value: 'nobody' }),
  ])
    expect(form.getByText(message)).toBeTruthy();
  // Nothing is sent while invalid ones are included.
  await user.click(form.getByRole('button', { name: t('firewallGroup:save') }));
  expect(await groups()).toHaveLength(2);
  await user.click(form.getByRole('button', { name: t('firewallGroup:drop') }));
  await user.click(form.getByRole('button', { name: t('firewallGroup:save') }));
  await waitFor(async () =>
    expect((await groups()).find(({ title }) => title === 'Partners')).toMatchObject({
      ipAddresses: ['203.0.113.9', '10.0.0.0/8', '2001:db8::1'],
      domainId,
    }),
  );
});

test('an empty group and a duplicate name are refused beside their fields', async () => {
  const { user } = await renderPage();
  await user.click(screen.getByRole('button', { name: t('firewallGroup:add') }));
  const form = within(await screen.findByRole('form', { name: t('firewallGroup:addTitle') }));
  await user.click(form.getByRole('button', { name: t('firewallGroup:save') }));
  expect(await form.findByText(t('firewallGroup:error.title'))).toBeTruthy();
  expect(await form.findByText(t('firewallGroup:error.empty'))).toBeTruthy();
  await user.type(form.getByLabelText(t('firewallGroup:name')), 'offices');
  await user.type(form.getByLabelText(t('firewallGroup:addresses')), '203.0.113.9');
  await user.click(form.getByRole('button', { name: t('firewallGroup:save') }));
  expect(await form.findByText(t('firewallGroup:error.taken', { title: 'offices' }))).toBeTruthy();
});

test('a group is edited', async () => {
  const { user, groups } = await renderPage();
  await menu('Offices', t('firewallGroup:edit'));
  const form = within(await screen.findByRole('form', { name: t('firewallGroup:editTitle') }));
  expect(form.getByText(t('firewallGroup:atOnce'))).toBeTruthy();
  const addresses = form.getByLabelText(t('firewallGroup:addresses'));
  await fill(addresses, '198.51.100.4');
  await user.click(form.getByRole('button', { name: t('firewallGroup:save') }));
  await waitFor(async () => expect((await groups())[0]).toMatchObject({ title: 'Offices', ipAddresses: ['198.51.100.4'] }));
});

test('a group in use shows its rules instead of being deleted; another one is deleted after confirmation', async () => {
  const { groups } = await renderPage();
  await menu('Offices', t('firewallGroup:deleteMore'));
  expect($dialogs.get()[0]).toMatchObject({ kind: 'standard', title: t('firewallGroup:inUseTitle', { title: 'Offices' }) });
  closeAllDialogs();
  await menu('Uptime monitoring', t('firewallGroup:deleteMore'));
  await expectDialog().run();
  await waitFor(async () => expect((await groups()).map(({ title }) => title)).toEqual(['Offices']));
});

test('groups are found by one of their addresses, and unused ones are filtered', async () => {
  const { user, list } = await renderPage();
  const search = screen.getByRole('searchbox', { name: t('listTools:search') });
  await user.type(search, '192.0.2.16/28');
  await waitFor(() => expect(within(list).getAllByRole('heading')).toHaveLength(1));
  await user.clear(search);
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('firewallGroup:unused')}`) }));
  await waitFor(() => expect(within(list).queryByRole('link')).toBeNull());
});
