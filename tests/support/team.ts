import { team } from '../../src/lib/contract/account/team.ts';
import type { Input } from '../../src/lib/contract/call.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { type GrantedAccess, type GrantedRealm, grantedRealms, type Role } from '../../src/lib/rules/core/role.ts';
import type { Grant } from '../../src/lib/rules/core/roles.ts';
import { readAccountId } from './ledger.ts';
import { startProvider } from './provider.ts';

/** The demo customer owns the account; the second one is invited. */
export async function started() {
  const p = await startProvider();
  const owner = await p.signIn();
  const member = await p.signIn(demo.second);
  return { p, owner, member, accountId: await readAccountId(p), memberId: await readAccountId(p, demo.second) };
}
/** Every area with the most that can be granted. */
export const wholeAccess: GrantedAccess = Object.fromEntries(
  (Object.keys(grantedRealms) as GrantedRealm[]).map((realm) => [realm, grantedRealms[realm].at(-1)]),
);
/** A role with the most that it can be given. */
export const roleGrant = (role: Role): Grant => ({ role, level: 'write', ...(role === 'custom' && { access: wholeAccess }) });
type Rights = Omit<Input<typeof team.invite>, 'email'>;
export const rights = (role: Role): Rights => ({
  role,
  ...(role === 'domains' && { domainIds: [demo.domainId] }),
  ...(role === 'custom' && { access: wholeAccess }),
});
export const invited = (role: Role = 'admin', level?: 'read') => invitedWith({ ...rights(role), ...(level && { level }) });
export async function invitedWith(form: Rights) {
  const all = await started();
  const { p, owner, member } = all;
  await p.ok(team.invite, { email: demo.second, ...form }, { token: owner });
  const invitationId = (await p.ok(team.accounts, {}, { token: member })).invitations[0]?.id ?? '';
  return { ...all, invitationId };
}
/** The second customer is a member and acts for the account. */
export const joined = (role: Role = 'admin', level?: 'read') => joinedWith({ ...rights(role), ...(level && { level }) });
export async function joinedWith(form: Rights) {
  const all = await invitedWith(form);
  await all.p.ok(team.accept, { invitationId: all.invitationId }, { token: all.member });
  await all.p.ok(team.switch, { accountId: all.accountId }, { token: all.member });
  return all;
}
