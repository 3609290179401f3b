import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { maxAddresses } from '../../rules/cdn/firewall/address.ts';
import { TypedNetwork } from '../address.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { deployNow, expectedVersion, ofDomain } from './edge.ts';
import { confirmSelfBlock, FirewallRule, ruleRest } from './firewall.ts';

const Title = z
  .string()
  .trim()
  .min(1, key('firewallGroup:error.title'))
  .max(60, keyWith('firewallGroup:error.titleLong', { max: 60 }));

const tooMany = keyWith('firewallGroup:error.tooMany', { max: maxAddresses });
/** One fault per invalid address, named by its index: `ipAddresses.3`. */
const Addresses = z
  .array(TypedNetwork)
  .min(1, key('firewallGroup:error.empty'))
  .max(maxAddresses, tooMany)
  .superRefine((addresses, ctx) => {
    const earlier = new Set<string>();
    for (const [index, value] of addresses.entries()) {
      if (earlier.has(value)) ctx.addIssue({ code: 'custom', path: [index], message: key('firewall:error.repeated'), params: { value } });
      earlier.add(value);
    }
  })
  .describe('IP addresses and CIDR ranges, without duplicates. Host bits of a range are cleared.');

export const FirewallGroupForm = z.object({ title: Title, ipAddresses: Addresses });

/** An IP list, and a rule that uses it. */
export const FirewallListForm = FirewallGroupForm.extend(ruleRest);
export type FirewallListForm = z.input<typeof FirewallListForm>;

export const FirewallGroup = z
  .object({
    id: Id,
    title: z.string(),
    ipAddresses: z.array(z.string()),
    domainId: Id.nullable().describe('The domain that can use it; null: every domain of the account.'),
    usedBy: z
      .array(z.object({ ruleId: Id, domainId: Id, domain: z.string(), priority: z.int() }))
      .describe('Rules that use the list, including those whose deployed form does.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'FirewallGroup' });
export type FirewallGroup = z.output<typeof FirewallGroup>;

const answer = z.object({ group: FirewallGroup });
const touches = ['firewall', 'draft'];

export const firewallGroup = group('firewallGroup', 'domain', {
  list: get('/domain/firewallGroup/list', {
    summary: 'List the IP lists that a domain can use, or all of the account',
    area: 'firewall',
    input: z.object({ domainId: Id.optional() }),
    output: z.object({ groups: z.array(FirewallGroup), limit: z.int().describe('Maximum number of IP lists per account.') }),
    example: { domainId: demo.domainId },
  }),
  add: post('/domain/firewallGroup/add', {
    summary: 'Add an IP list for one domain or for all domains of the account',
    area: 'firewall',
    input: FirewallGroupForm.extend({ domainId: Id.optional() }),
    output: answer,
    success: 'firewallGroup:added',
    errors: ['firewallGroup:error.taken', 'firewallGroup:error.limit'],
    touches,
    example: { title: 'Monitoring', ipAddresses: ['198.51.100.77', '2001:db8:77::/64'], domainId: demo.domainId },
  }),
  addWithRule: post('/domain/firewallGroup/addWithRule', {
    summary: 'Add an IP list for one domain and a rule that uses it, in one atomic step',
    area: 'firewall',
    input: FirewallListForm.extend({ ...ofDomain.shape, deploy: deployNow, confirmSelfBlock }),
    output: z.object({ group: FirewallGroup, rule: FirewallRule }),
    success: 'firewall:created',
    errors: [
      'firewallGroup:error.taken',
      'firewallGroup:error.limit',
      'rules:error.duplicatePriority',
      'firewall:error.limit',
      'firewall:error.expiryPast',
      'firewall:error.selfBlock',
    ],
    touches,
    example: {
      domainId: demo.domainId,
      title: 'Scrapers',
      ipAddresses: ['203.0.113.128/25', '2001:db8:bad::/48'],
      mode: 'deny',
      deploy: false,
    },
  }),
  edit: post('/domain/firewallGroup/edit', {
    idempotent: true,
    summary: 'Change an IP list; it takes effect in every rule that uses it',
    area: 'firewall',
    input: z.object({
      groupId: Id,
      title: Title.optional(),
      ipAddresses: Addresses.optional(),
      version: expectedVersion,
      confirmSelfBlock,
    }),
    output: answer,
    success: 'firewallGroup:edited',
    errors: ['firewallGroup:error.taken', 'error:versionConflict', 'firewall:error.selfBlock'],
    touches,
    example: { groupId: demo.firewallGroupId, title: 'Offices' },
  }),
  delete: post('/domain/firewallGroup/delete', {
    summary: 'Delete an IP list that no rule uses',
    area: 'firewall',
    input: z.object({ groupId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: 'firewallGroup:deleted',
    errors: ['firewallGroup:error.inUse'],
    touches,
    example: { groupId: demo.freeFirewallGroupId },
  }),
});
