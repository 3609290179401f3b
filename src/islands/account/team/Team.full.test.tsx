import { beforeEach, expect, test, vi } from 'vitest';
import { demo, openPage, screen, t, within } from '../../../../tests/support/panel.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { navigate } from '../../../lib/navigate.ts';
import InvitationPage from './InvitationPage.tsx';
import Team from './Team.tsx';

const left = vi.spyOn(navigate, 'leave').mockImplementation(() => {});
beforeEach(() => {
  history.replaceState(null, '', '/account/team');
  left.mockClear();
});
const domains = [{ id: demo.domainId, name: 'parvaz.example' }];

test('a colleague is invited to chosen domains, and the invitation withdrawn', async () => {
  const { user, ask } = await openPage(<Team domains={domains} />);
  await user.click(await screen.findByRole('button', { name: t('team:invite') }));
  const form = within(await screen.findByRole('form', { name: t('team:inviteTitle') }));
  await user.type(form.getByLabelText(t('team:form.email')), demo.second);
  await user.click(form.getByRole('radio', { name: new RegExp(`^${t('team:role.domains')}`) }));
  await user.click(form.getByRole('button', { name: t('team:send') }));
  expect(await form.findByText(t('team:error.noDomain'))).toBeTruthy();
  await user.click(form.getByRole('checkbox', { name: 'parvaz.example' }));
  await user.click(form.getByRole('button', { name: t('team:send') }));
  const revoke = await screen.findByRole('button', { name: `${t('team:revoke')}: ${demo.second}` });
  expect((await ask(team.list, {})).invitations).toMatchObject([{ role: 'domains', domainIds: [demo.domainId] }]);
  await user.click(revoke);
  await vi.waitFor(async () => expect((await ask(team.list, {})).invitations).toEqual([]));
});

test('an unknown invitation says what to do', async () => {
  await openPage(<InvitationPage invitationId={demo.domainId} />);
  expect(await screen.findByText(t('team:invitation.missing'))).toBeTruthy();
});
