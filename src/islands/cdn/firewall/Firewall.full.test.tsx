import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { firewallPage, ruleMenu, selfBlock } from '../../../../tests/support/firewallPage.tsx';
import { $dialogs, demo, fill, inPanel, paste, reopen, t, withProvider } from '../../../../tests/support/panel.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import Firewall from './Firewall.tsx';

const { domainId } = demo;
beforeEach(() => history.replaceState(null, '', '/domains/parvaz.example/firewall'));

test('shows each rule’s value, action, note and end, and what isn’t deployed', async () => {
  const { list, user } = await firewallPage();
  expect(list.textContent).toContain('Offices');
  expect(list.textContent).toContain('3 addresses and ranges');
  expect(list.textContent).toContain('198.51.100.64/27');
  expect(list.textContent).toContain('Antarctica');
  expect(list.textContent).toContain('until');
  expect(await screen.findByText(t('draft:bar.title', { count: 1, n: '1' }))).toBeTruthy();
  expect(within(list).getAllByText(t('rules:draft'))).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: t('draft:bar.review') }));
  expect(await screen.findByText(t('draft:review.new'))).toBeTruthy();
});

test('the simulator opens the rule that decided', async () => {
  const { request } = await inPanel();
  const [, rule] = (await request(firewall.list, { domainId })).rules;
  history.replaceState(null, '', `/domains/parvaz.example/firewall#edit=${rule?.id}`);
  render(<Firewall domainName="parvaz.example" />);
  const form = within(await screen.findByRole('form', { name: t('firewall:editTitle') }));
  expect((form.getByLabelText(t('firewall:note'), { exact: false }) as HTMLInputElement).value).toBe(rule?.description ?? ''); // an input
});

test('while edges have no database of countries, rules, form and allowlist say that there is no data', async () => {
  history.replaceState(null, '', '/domains/parvaz.example/firewall#add=country:RU');
  const { store, clock } = await withProvider({ env: { EDGE_DRIVER: 'node' } });
  const node = { id: 'e', hostname: '', versions: {}, refused: {}, startedAt: 0, seenAt: clock.now, places: false };
  await store.write('t', (tx) => tx.insertInto('edgeNode').values(node).execute());
  render(<Firewall domainName="parvaz.example" />);
  const noData = t('rules:noPlaces');
  const form = within(await screen.findByRole('form', { name: t('firewall:addTitle') }));
  expect(await form.findByText(noData)).toBeTruthy();
  expect(location.hash).toBe('');
  const list = within(screen.getByRole('list', { name: t('firewall:list'), hidden: true }));
  expect(await list.findAllByText(noData)).not.toHaveLength(0);
  expect(await screen.findByText(`${noData} ${t('firewall:country.noPlaces')}`)).toBeTruthy();
  const isDisabled = (name: string) => form.getByRole('radio', { name }).getAttribute('aria-disabled') === 'true';
  // The form was opened for a country; the other type can't be selected.
  expect([isDisabled(t('firewall:kind.ip')), isDisabled(t('firewall:kind.asn'))]).toEqual([false, true]);
  expect(
    (screen.getByRole('checkbox', { name: new RegExp(t('firewall:country.switch')), hidden: true }) as HTMLInputElement).disabled,
  ).toBe(true);
});

test('countries are selected by name, an end from a list, and the rule is deployed', async () => {
  const { user, rules, add } = await firewallPage();
  const form = await add();
  await user.click(form.getByRole('radio', { name: t('firewall:kind.country') }));
  const box = form.getByRole('combobox', { name: t('firewall:value.country') });
  await user.type(box, 'germ');
  await user.click(await screen.findByRole('option', { name: /Germany/ }));
  for (const name of ['Fran', 'Spain']) {
    await user.type(form.getByRole('combobox', { name: t('firewall:value.country') }), name);
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  }
  await user.click(form.getByRole('button', { name: t('firewall:country.remove', { country: 'Spain' }) }));
  // The customer's country is unknown.
  expect(form.getByText(/We don’t know which country your address/)).toBeTruthy();
  await user.click(form.getByRole('button', { name: new RegExp(t('firewall:ends.label')) }));
  await user.click(await screen.findByRole('option', { name: /1 day/ }));
  await user.click(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () => {
    const last = (await rules())[5];
    expect(last).toMatchObject({ kind: 'country', value: 'DE, FR', deploy: true });
    expect(Date.parse(last?.expiresAt ?? '') - Date.now()).toBeGreaterThan(86_000_000);
  });
});

test('a rule is edited into a draft; the difference is shown and deployed from there', async () => {
  const { user, rules } = await firewallPage();
  await ruleMenu('198.51.100.64/27', t('rules:edit'));
  const form = within(await screen.findByRole('form', { name: t('firewall:editTitle') }));
  const value = form.getByLabelText(t('firewall:value.ip'));
  await fill(value, '198.51.100.0/24');
  await user.click(form.getByRole('button', { name: t('rules:save') }));
  await waitFor(async () =>
    expect((await rules())[1]).toMatchObject({ value: '198.51.100.0/24', deployed: { value: '198.51.100.64/27' } }),
  );
  await user.click(await screen.findByRole('button', { name: t('draft:bar.review') }));
  const review = within(await screen.findByRole('dialog'));
  expect((await review.findByText('198.51.100.64/27')).closest('del')).toBeTruthy();
  await user.click(review.getByRole('button', { name: t('draft:review.action', { count: 2, n: '2' }) }));
  await waitFor(async () => expect((await rules()).every(({ draft }) => !draft)).toBe(true));
  expect((await rules())[4]?.deploy).toBe(true);
  await waitFor(() => expect(screen.queryByText(t('draft:bar.title', { count: 2, n: '2' }))).toBeNull());
});

test('a new order that blocks the customer needs confirmation, and reverts if cancelled', async () => {
  const { me, user, rules, request } = await firewallPage();
  const rule = (value: string, mode: 'allow' | 'deny') => ({
    domainId,
    kind: 'ip' as const,
    value,
    mode,
    deploy: true,
    confirmSelfBlock: true,
  });
  await request(firewall.create, rule(me, 'allow'));
  await request(firewall.create, rule(`${me.includes(':') ? '::/0' : '0.0.0.0/0'}`, 'deny'));
  reopen(<Firewall domainName="parvaz.example" />);
  await screen.findByRole('button', { name: t('rules:actions', { title: me }) });
  await ruleMenu(me, t('rules:move.down'));
  const before = (await rules()).map(({ id }) => id);
  (await selfBlock()).no();
  await waitFor(() => expect($dialogs.get()).toEqual([]));
  expect((await rules()).map(({ id }) => id)).toEqual(before);
  await ruleMenu(me, t('rules:move.down'));
  await (await selfBlock()).yes();
  await waitFor(async () => expect((await rules()).at(-1)?.value).toBe(me));
  void user;
});

test('countries are selected for the allowlist; an empty one is refused; then all other visitors are blocked', async () => {
  const { user, request } = await firewallPage();
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('firewall:country.switch')) }));
  await user.click(screen.getByRole('button', { name: t('common:save') }));
  expect(await screen.findByText(t('firewall:error.noCountry'))).toBeTruthy();
  for (const name of ['Germany', 'Iran']) {
    await user.type(screen.getByRole('combobox', { name: t('firewall:country.add') }), name);
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  }
  await user.click(screen.getByRole('button', { name: t('firewall:country.remove', { country: 'Germany' }) }));
  await user.click(screen.getByRole('button', { name: t('common:save') }));
  await (await selfBlock()).yes();
  await waitFor(async () =>
    expect((await request(firewall.countryGet, { domainId })).countryWhitelist).toMatchObject({ enabled: true, countries: ['IR'] }),
  );
  expect(await screen.findByText(t('firewall:rest.countries'))).toBeTruthy();
});

test('an address is tested in the simulator, which is opened with one’s own', async () => {
  await firewallPage();
  const link = screen.getByRole('link', { name: t('firewall:test') });
  const { pathname, searchParams } = new URL(String(link.getAttribute('href')), 'http://panel');
  expect(pathname).toBe('/domains/parvaz.example/trace');
  expect(searchParams.get('url')).toBe('https://parvaz.example/');
  expect(searchParams.get('ip')).toMatch(/^[\d.:a-f]+$/);
});

test('several pasted addresses become a group and its rule; invalid ones are shown and left out', async () => {
  const { user, rules, add, request } = await firewallPage();
  const before = (await rules()).length;
  const form = await add();
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('firewall:mode.allow')}`) }));
  await user.click(form.getByLabelText(t('firewall:value.ip')));
  // A single address is pasted as usual.
  await user.paste('203.0.113.7');
  expect((form.getByLabelText(t('firewall:value.ip')) as HTMLInputElement).value).toBe('203.0.113.7');
  await user.paste('203.0.113.9\n10.0.0.1/8, 2001:db8:77::/48 # office\nnobody');
  const list = within(await screen.findByRole('form', { name: t('firewall:addTitle') }));
  expect(await list.findByText(t('firewallGroup:bad', { count: 1, n: '1' }))).toBeTruthy();
  expect(list.getByText(t('address:error.ip', { value: 'nobody' }))).toBeTruthy();
  await user.click(list.getByRole('button', { name: t('rules:saveAndDeploy') }));
  expect(await list.findByText(t('firewallGroup:error.title'))).toBeTruthy();
  await user.type(list.getByLabelText(t('firewall:paste.name')), 'Partners');
  await user.click(list.getByRole('button', { name: t('firewallGroup:drop') }));
  await user.click(list.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () => expect(await rules()).toHaveLength(before + 1));
  const { groups } = await request(firewallGroup.list, { domainId });
  const made = groups.find(({ title }) => title === 'Partners');
  expect(made).toMatchObject({ ipAddresses: ['203.0.113.9', '10.0.0.0/8', '2001:db8:77::/48'], domainId });
  expect((await rules()).at(-1)).toMatchObject({ kind: 'group', value: made?.id, mode: 'allow', deploy: true });
  await waitFor(() => expect(screen.queryByRole('form', { name: t('firewall:addTitle') })).toBeNull());
});

test('pasted text isn’t discarded without asking, and can stay in the rule', async () => {
  const { user, add, rules } = await firewallPage();
  const form = await add();
  await paste(form.getByLabelText(t('firewall:value.ip')), '203.0.113.9 203.0.113.10');
  await screen.findByLabelText(t('firewall:paste.name'));
  await user.keyboard('{Escape}');
  expect(await screen.findByLabelText(t('firewall:paste.name'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('firewall:paste.keep') }));
  const single = within(await screen.findByRole('form', { name: t('firewall:addTitle') }));
  const value = await single.findByLabelText<HTMLInputElement>(t('firewall:value.ip'));
  await waitFor(() => expect(value.value).toBe('203.0.113.9, 203.0.113.10'));
  await user.click(single.getByRole('button', { name: t('rules:saveAndDeploy') }));
  await waitFor(async () => expect((await rules()).at(-1)).toMatchObject({ kind: 'ip', value: '203.0.113.10, 203.0.113.9', deploy: true }));
});
