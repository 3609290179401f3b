import { team } from '../../src/lib/contract/account/team.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { Role } from '../../src/lib/rules/core/role.ts';
import { accountOf } from './ledger.ts';
import { startProvider } from './provider.ts';

/** The demo customer owns the account; the second one is invited. */
export async function started() {
  const p = await startProvider();
  const owner = await p.signIn();
  const member = await p.signIn(demo.second);
  return { p, owner, member, accountId: await accountOf(p), memberId: await accountOf(p, demo.second) };
}
export const rights = (role: Role) => (role === 'domains' ? { role, domainIds: [demo.domainId] } : { role });
export async function invited(role: Role = 'admin', level?: 'read') {
  const all = await started();
  const { p, owner, member } = all;
  await p.ok(team.invite, { email: demo.second, ...rights(role), ...(level && { level }) }, { token: owner });
  const invitationId = (await p.ok(team.accounts, {}, { token: member })).invitations[0]?.id ?? '';
  return { ...all, invitationId };
}
/** The second customer is a member and acts for the account. */
export async function joined(role: Role = 'admin', level?: 'read') {
  const all = await invited(role, level);
  await all.p.ok(team.accept, { invitationId: all.invitationId }, { token: all.member });
  await all.p.ok(team.switch, { accountId: all.accountId }, { token: all.member });
  return all;
}
