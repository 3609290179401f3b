import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { type GrantedRealm, grantedRealms, roles } from '../../rules/core/role.ts';
import { get, group, post } from '../call.ts';
import { demo, Email, Id, Time } from '../fields.ts';
import { maxKeys, Token } from './apiKey.ts';

/** Members and invitations of an account. */
export const maxMembers = 50;

/** What an area of the role `custom` grants. Areas that aren't named aren't granted. */
const granted = <R extends GrantedRealm>(realm: R) => z.enum(grantedRealms[realm]).optional();
const GrantedAccess = z.object({
  domains: granted('domains'),
  orders: granted('orders'),
  cloud: granted('cloud'),
  spaces: granted('spaces'),
  finance: granted('finance'),
  support: granted('support'),
  activity: granted('activity'),
  team: granted('team'),
} satisfies Record<GrantedRealm, z.ZodType>);
const names = (of: string) => z.array(z.string()).nullable().describe(`The names of the selected ${of}; null: all of the account.`);
const Rights = {
  role: z.enum(roles),
  level: z.enum(['read', 'write']).describe('Access to the domains, of the role `domains`; otherwise `write`.'),
  access: GrantedAccess.nullable().describe('The areas of the role `custom`; otherwise null.'),
  domainIds: z.array(Id).nullable().describe('The domains of the roles `domains` and `custom`; null: all of the account.'),
  serverIds: z.array(Id).nullable().describe('The servers of the role `custom`; null: all of the account.'),
  spaceIds: z.array(Id).nullable().describe('The storage spaces of the role `custom`; null: all of the account.'),
  domains: names('domains'),
  servers: names('servers'),
  spaces: names('storage spaces'),
};

const Member = z
  .object({
    id: Id.describe('The member’s user.'),
    email: z.string(),
    name: z.string().describe('Empty: not given.'),
    ...Rights,
    joinDate: Time,
    holder: z.boolean().describe('The person whose account it is: always an owner.'),
    you: z.boolean(),
  })
  .meta({ id: 'TeamMember' });
export type Member = z.infer<typeof Member>;

const Invitation = z
  .object({ id: Id, email: z.string(), ...Rights, sentDate: Time, expireDate: Time, expired: z.boolean(), invitedBy: z.string() })
  .meta({ id: 'TeamInvitation' });
export type Invitation = z.infer<typeof Invitation>;

const Team = z.object({ members: z.array(Member), invitations: z.array(Invitation), limit: z.int() });
export type Team = z.infer<typeof Team>;

/** An account that the caller may act for. */
const OpenAccount = z
  .object({
    id: Id,
    name: z.string(),
    ...Rights,
    own: z.boolean(),
    current: z.boolean(),
    apiKeys: z.array(z.string()).describe('The names of the caller’s API keys for this account. They end with the membership.'),
  })
  .meta({ id: 'OpenAccount' });

/** An invitation, as its recipient sees it. */
const Received = z
  .object({ id: Id, account: z.string(), invitedBy: z.string(), ...Rights, expireDate: Time })
  .meta({ id: 'ReceivedInvitation' });
const Accounts = z.object({ accounts: z.array(OpenAccount), invitations: z.array(Received) });

const selected = (text: string) => z.array(Id).max(1000).nullable().optional().describe(`${text} Null or absent: all of the account.`);
/** What is decided about a member. */
const RightsForm = z.object({
  role: z.enum(roles, key('team:error.noRole')),
  level: z.enum(['read', 'write']).optional().describe('Of the role `domains`; absent: write.'),
  access: GrantedAccess.optional().describe('Of the role `custom`: the areas that are granted.'),
  domainIds: selected('Of the roles `domains` and `custom`: the domains.'),
  serverIds: selected('Of the role `custom`: the servers.'),
  spaceIds: selected('Of the role `custom`: the storage spaces.'),
});
export type RightsForm = z.output<typeof RightsForm>;

/** The parts of a form that its role needs. */
const checkRights = ({ value: { role, access = {}, domainIds, serverIds, spaceIds }, issues }: z.core.ParsePayload<RightsForm>): void => {
  const refuse = (field: keyof RightsForm, message: string) => issues.push({ code: 'custom', path: [field], message, input: undefined });
  if (role === 'domains' && !domainIds?.length) refuse('domainIds', key('team:error.noDomain'));
  if (role !== 'custom') return;
  if (Object.values(access).every((level) => level === undefined)) refuse('access', key('team:error.noArea'));
  if (access.orders && (access.domains !== 'write' || domainIds)) refuse('access', key('team:error.ordersNeedAll'));
  if (access.domains && domainIds?.length === 0) refuse('domainIds', key('team:error.noDomain'));
  if (access.cloud && serverIds?.length === 0) refuse('serverIds', key('team:error.noServer'));
  if (access.spaces && spaceIds?.length === 0) refuse('spaceIds', key('team:error.noSpace'));
};

export const InviteForm = RightsForm.extend({ email: Email }).check(checkRights);
const ofInvitation = z.object({ invitationId: Id });
const ofMember = z.object({ memberId: Id });
export const MemberForm = RightsForm.extend(ofMember.shape).check(checkRights);
export const RemoveForm = ofMember.extend({
  transferKeyIds: z
    .array(Id)
    .max(maxKeys)
    .optional()
    .describe('The member’s API keys that become the account holder’s, with a new token. The others are deleted.'),
});
const TransferredKey = z.object({ id: Id, name: z.string(), token: Token });
export type TransferredKey = z.infer<typeof TransferredKey>;
const example = { invitationId: demo.domainId };

export const team = group('team', 'account', {
  list: get('/team/list', { summary: 'List the members of the account and the open invitations', output: Team }),
  invite: post('/team/invite', {
    summary: 'Invite a person by email; an invitation is valid for 7 days',
    input: InviteForm,
    output: Team,
    success: 'team:invited',
    errors: [
      'auth:error.confirm',
      'team:error.isMember',
      'team:error.isInvited',
      'team:error.limit',
      'team:error.unknownItem',
      'team:error.ownersOnly',
      'error:tooManyRequests',
    ],
    example: { email: 'colleague@nasim.example', role: 'readOnly' },
  }),
  resend: post('/team/resend', {
    summary: 'Send an invitation again; its 7 days restart',
    input: ofInvitation,
    output: Team,
    success: 'team:resent',
    errors: ['team:error.ownersOnly', 'error:tooManyRequests'],
    example,
    exampleStatus: 404,
  }),
  revoke: post('/team/revoke', {
    summary: 'Withdraw an invitation',
    input: ofInvitation,
    output: Team,
    success: 'team:revoked',
    errors: ['team:error.ownersOnly'],
    example,
    exampleStatus: 404,
  }),
  edit: post('/team/edit', {
    idempotent: true,
    summary: 'Change the role or the domains of a member; it applies to their next call',
    input: MemberForm,
    output: Team,
    success: 'team:edited',
    errors: ['auth:error.confirm', 'team:error.holder', 'team:error.self', 'team:error.unknownItem', 'team:error.ownersOnly'],
    example: { memberId: demo.domainId, role: 'billing' },
    exampleStatus: 404,
  }),
  remove: post('/team/remove', {
    summary: 'Remove a member; transfer or delete the API keys they created for this account',
    input: RemoveForm,
    output: Team.extend({ transferredKeys: z.array(TransferredKey) }),
    success: 'team:removed',
    errors: [
      'auth:error.confirm',
      'team:error.holder',
      'team:error.self',
      'team:error.ownersOnly',
      'team:error.unknownKey',
      'team:error.keyAccess',
    ],
    touches: ['apiKey'],
    example: { memberId: demo.domainId },
    exampleStatus: 404,
  }),
  accounts: get('/team/accounts', { summary: 'List the accounts the caller can act for, and invitations received', output: Accounts }),
  switch: post('/team/switch', {
    summary: 'Act for another account in this session',
    input: z.object({ accountId: Id }),
    output: Accounts,
    success: false,
    example: { accountId: demo.domainId },
    exampleStatus: 404,
  }),
  invitation: get('/team/invitation', {
    summary: 'Get an invitation that was sent to the caller’s email address',
    input: ofInvitation,
    output: z.object({ invitation: Received }),
    example,
    exampleStatus: 404,
  }),
  accept: post('/team/accept', {
    summary: 'Accept an invitation that was sent to the caller’s email address',
    input: ofInvitation,
    output: Accounts,
    success: 'team:accepted',
    errors: ['team:error.isMember'],
    example,
    exampleStatus: 404,
  }),
  decline: post('/team/decline', {
    summary: 'Decline an invitation',
    input: ofInvitation,
    output: Accounts,
    success: 'team:declined',
    example,
    exampleStatus: 404,
  }),
  leave: post('/team/leave', {
    summary: 'Leave an account of somebody else; the caller’s API keys for it are deleted',
    input: z.object({ accountId: Id }),
    output: Accounts,
    success: 'team:left',
    errors: ['team:error.holder'],
    touches: ['apiKey'],
    example: { accountId: demo.domainId },
    exampleStatus: 404,
  }),
});
