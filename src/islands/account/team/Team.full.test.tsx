import { beforeEach, expect, test, vi } from 'vitest';
import {
  breakCalls,
  chooseItem,
  demo,
  expectDialog,
  inPanel,
  openPage,
  render,
  screen,
  t,
  waitFor,
  within,
} from '../../../../tests/support/panel.ts';
import { navigate } from '../../../browser/navigate.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import InvitationPage from './InvitationPage.tsx';
import Team from './Team.tsx';

const left = vi.spyOn(navigate, 'leave').mockImplementation(() => {});
beforeEach(() => {
  history.replaceState(null, '', '/account/team');
  left.mockClear();
});
/** The second customer joins the demo customer's team, and creates two keys. */
async function joinedWithKeys({ request, running }: Pick<Awaited<ReturnType<typeof inPanel>>, 'request' | 'running'>) {
  await request(team.invite, { email: demo.second, role: 'admin' });
  const as = { token: await running.signIn(demo.second) };
  const invitationId = (await running.ok(team.accounts, {}, as)).invitations[0]?.id ?? '';
  const { accounts } = await running.ok(team.accept, { invitationId }, as);
  await running.ok(team.switch, { accountId: accounts.at(-1)?.id ?? '' }, as);
  await running.ok(apiKey.add, { name: 'Build', access: { dns: 'read' }, domainIds: [demo.domainId] }, as);
  await running.ok(apiKey.add, { name: 'Script', access: { dns: 'read' } }, as);
  const member = (await running.ok(team.list, {}, as)).members.at(-1);
  return { name: member?.name || demo.second };
}
const items = { domains: [{ id: demo.domainId, name: 'parvaz.example' }], servers: [], spaces: [] };

test('a colleague is invited to chosen domains, and the invitation withdrawn', async () => {
  const { user, request } = await openPage(<Team {...items} />);
  await user.click(await screen.findByRole('button', { name: t('team:invite') }));
  const form = within(await screen.findByRole('form', { name: t('team:inviteTitle') }));
  await user.type(form.getByLabelText(t('team:form.email')), demo.second);
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('team:role.domains')}`) }));
  await user.click(form.getByRole('button', { name: t('team:send') }));
  expect(await form.findByText(t('team:error.noDomain'))).toBeTruthy();
  await user.click(form.getByRole('checkbox', { name: 'parvaz.example' }));
  await user.click(form.getByRole('button', { name: t('team:send') }));
  const revoke = await screen.findByRole('button', { name: `${t('team:revoke')}: ${demo.second}` });
  expect((await request(team.list, {})).invitations).toMatchObject([{ role: 'domains', domainIds: [demo.domainId] }]);
  await user.click(revoke);
  await vi.waitFor(async () => expect((await request(team.list, {})).invitations).toEqual([]));
});

test('an invitation begins with the least, and by area it names what was chosen', async () => {
  const { user, request } = await openPage(<Team {...items} servers={[{ id: demo.serverId, name: 'web-fra-01' }]} />);
  await user.click(await screen.findByRole('button', { name: t('team:invite') }));
  const form = within(await screen.findByRole('form', { name: t('team:inviteTitle') }));
  expect(form.getByRole('radio', { name: new RegExp(`^${t('team:role.domains')}`) }).getAttribute('aria-checked')).toBe('true');
  await user.type(form.getByLabelText(t('team:form.email')), demo.second);
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('team:role.custom')}`) }));
  await user.click(form.getByRole('button', { name: t('team:send') }));
  expect(await form.findByText(t('team:error.noArea'))).toBeTruthy();
  const level = (area: 'cloud' | 'finance', name: string) =>
    user.click(within(form.getByRole('radiogroup', { name: t(`team:area.${area}`) })).getByRole('radio', { name }));
  await level('cloud', t('team:form.write'));
  await level('finance', t('team:form.read'));
  await user.click(form.getByRole('radio', { name: t('apiKey:form.someServers') }));
  await user.click(form.getByRole('checkbox', { name: 'web-fra-01' }));
  await user.click(form.getByRole('button', { name: t('team:send') }));
  await screen.findByRole('button', { name: `${t('team:revoke')}: ${demo.second}` });
  const [invitation] = (await request(team.list, {})).invitations;
  expect(invitation).toMatchObject({
    role: 'custom',
    access: { cloud: 'write', finance: 'read' },
    serverIds: [demo.serverId],
    domainIds: null,
  });
  const name = invitation?.servers?.[0] ?? '';
  expect(
    screen.getByText(new RegExp(`${t('team:role.custom')}: ${t('team:area.cloud')}: .*${name}.*${t('team:area.finance')}`)),
  ).toBeTruthy();
});

test('an unknown invitation says what to do', async () => {
  await openPage(<InvitationPage invitationId={demo.domainId} />);
  expect(await screen.findByText(t('team:invitation.missing'))).toBeTruthy();
});

test('a member is removed: the selected API key is transferred, its new token shown, and the other deleted', async () => {
  const { user, request, running } = await inPanel();
  const member = await joinedWithKeys({ request, running });
  render(<Team {...items} />);
  await chooseItem(t('team:actions', { name: member.name }), t('team:remove.more'));
  const form = within(await screen.findByRole('form', { name: t('team:remove.title', { name: member.name }) }));
  await user.click(await form.findByRole('checkbox', { name: /^Build/ }));
  expect(form.getByRole('checkbox', { name: /^Script/ })).toHaveProperty('checked', false);
  const limits = (name: RegExp) => form.getByRole('checkbox', { name }).closest('label')?.textContent?.includes(t('apiKey:column.scope'));
  expect([limits(/^Build/), limits(/^Script/)]).toEqual([true, false]);
  // Those of the holder aren't among them.
  expect(form.getAllByRole('checkbox')).toHaveLength(2);
  await user.click(form.getByRole('button', { name: t('team:remove.action') }));
  const token = (await screen.findByText(/^nsm_[\w-]{43}$/)).textContent ?? '';
  expect(screen.getByRole('button', { name: t('team:tokens.copy', { name: 'Build' }) })).toBeTruthy();
  expect((await running.try(dns.list, { domainId: demo.domainId }, { token })).status).toBe(200);
  const names = (await request(apiKey.list, {})).apiKeys.map(({ name }) => name);
  expect([names.includes('Build'), names.includes('Script')]).toEqual([true, false]);
  expect((await request(team.list, {})).members).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: t('apiKey:token.done') }));
  await waitFor(() => expect(screen.queryByText(token)).toBeNull());
});

test('without the list of API keys, a member isn’t removed', async () => {
  const { request, running } = await inPanel();
  const member = await joinedWithKeys({ request, running });
  render(<Team {...items} />);
  breakCalls(apiKey.list);
  await chooseItem(t('team:actions', { name: member.name }), t('team:remove.more'));
  expect(await screen.findByText(t('team:remove.keysFailed'), {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('team:remove.action') })).toBeNull();
}, 40_000);

test('before leaving, a member sees which API keys are deleted', async () => {
  const { request, running, user } = await inPanel({ signedIn: demo.second });
  await joinedWithKeys({ request: (call, input) => running.signIn().then((token) => running.ok(call, input, { token })), running });
  render(<Team {...items} />);
  const { accounts } = await request(team.accounts, {});
  const other = accounts.find(({ own }) => !own);
  await user.click(await screen.findByRole('button', { name: `${t('team:accounts.leave')}: ${other?.name}` }));
  expect(expectDialog().description).toContain(t('team:accounts.leaveKeys', { names: 'Build and Script' }));
});
