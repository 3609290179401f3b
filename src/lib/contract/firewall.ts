import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { isFault } from '../rules/dns/fault.ts';
import { readCountry } from '../rules/firewall/countries.ts';
import { checkValue, kinds, maxDescription, modes } from '../rules/firewall/value.ts';
import { get, group, post } from './call.ts';
import { deployNow, newOrder, ofDomain, Priority, ruleOf, seenVersion } from './edge.ts';
import { demo, Id, Time } from './fields.ts';

const Kind = z.enum(kinds, key('error:choice'));
const Mode = z.enum(modes, key('error:choice'));

/** What a rule has beside whom it is about. */
export const ruleRest = {
  mode: Mode,
  description: z.string().trim().max(maxDescription, key('error:tooLong')).optional(),
  priority: Priority.optional().describe('1 is the highest. Absent: the end of the list.'),
  expiresAt: Time.nullish().describe('When the rule is taken off the edge by itself; null or absent: it stays.'),
};

const shape = {
  kind: Kind,
  value: z
    .string()
    .max(200, key('error:tooLong'))
    .describe(
      'By kind: an IPv4 or IPv6 address or a range in CIDR notation; a country by two letters (ISO 3166-1); an AS number, "AS64511" or "64511"; the id of a group.',
    ),
  ...ruleRest,
};

/** Judged by the rule of its kind, in the form and in the provider, so that both say the same beside the field. */
function judgeValue(
  { kind, value }: { kind?: (typeof kinds)[number] | undefined; value?: string | undefined },
  ctx: z.core.$RefinementCtx,
): void {
  const checked = kind && value !== undefined ? checkValue(kind, value) : '';
  if (isFault(checked)) ctx.addIssue({ code: 'custom', path: ['value'], message: checked.key, params: checked.params });
}

export const FirewallRuleForm = z.object(shape).superRefine(judgeValue);
export type FirewallRuleForm = z.input<typeof FirewallRuleForm>;

const saved = {
  kind: Kind,
  value: z.string(),
  mode: Mode,
  description: z.string().optional(),
  expiresAt: Time.nullish(),
};
export const FirewallRule = ruleOf(saved).meta({ id: 'FirewallRule' });
export type FirewallRule = z.output<typeof FirewallRule>;

const DefaultMode = z.enum(modes, key('error:choice')).describe('What happens to a visitor whom no rule and no whitelist decides about.');
const Country = z
  .string()
  .max(20, key('error:tooLong'))
  .transform((text, ctx) => {
    const code = readCountry(text);
    if (code !== null) return code;
    ctx.addIssue({ code: 'custom', message: key('firewall:error.country'), params: { value: text.trim() } });
    return z.NEVER;
  });
const CountryWhitelist = z.object({
  enabled: z.boolean().describe('Only these countries may enter; rules are asked before.'),
  countries: z.array(z.string()).describe('Two letters each (ISO 3166-1), in alphabetical order.'),
  version: z.int().describe('Grows with each change of the whitelist or the default; send it back with an update.'),
});
export type CountryWhitelist = z.output<typeof CountryWhitelist>;

/** Sent after the question "this would block you" was answered with yes. */
export const confirmSelfBlock = z
  .boolean()
  .optional()
  .describe('Without it a change by which the edge would refuse the address that this call comes from is answered with 409.');

const ofRule = ofDomain.extend({ ruleId: Id });
const answer = z.object({ rule: FirewallRule });
const touches = ['firewallGroup'];
const selfBlock = 'firewall:error.selfBlock';

export const firewall = group('firewall', {
  list: get('/domain/firewall/list', {
    summary: 'The firewall rules of a domain, the highest first, and what happens where none fits',
    area: 'firewall',
    input: ofDomain,
    output: z.object({
      rules: z.array(FirewallRule),
      defaultMode: DefaultMode,
      version: z.int().describe('Of the default and the whitelist.'),
      limit: z.int().describe('Rules that a domain may have.'),
      you: z.object({ ip: z.string() }).describe('The address that this call comes from. Its country is not known.'),
    }),
    example: { domainId: demo.domainId },
  }),
  create: post('/domain/firewall/create', {
    summary: 'Add a firewall rule',
    area: 'firewall',
    input: z.object({ ...ofDomain.shape, ...shape, deploy: deployNow, confirmSelfBlock }).superRefine(judgeValue),
    output: answer,
    success: 'firewall:created',
    errors: [
      'firewall:error.alreadyInList',
      'rules:error.duplicatePriority',
      'firewall:error.limit',
      'firewall:error.groupUnknown',
      'firewall:error.expiryPast',
      selfBlock,
    ],
    touches,
    example: { domainId: demo.domainId, kind: 'ip', value: '203.0.113.128/25', mode: 'deny', description: 'Scrapers', deploy: false },
  }),
  update: post('/domain/firewall/update', {
    summary: 'Change a firewall rule; fields that are absent stay',
    area: 'firewall',
    input: z.object({
      ...ofRule.shape,
      kind: shape.kind.optional(),
      value: shape.value.optional(),
      mode: shape.mode.optional(),
      description: shape.description,
      priority: Priority.optional(),
      expiresAt: shape.expiresAt,
      deploy: deployNow.optional(),
      version: seenVersion,
      confirmSelfBlock,
    }),
    output: answer,
    success: 'firewall:updated',
    errors: [
      'firewall:error.alreadyInList',
      'rules:error.duplicatePriority',
      'firewall:error.groupUnknown',
      'firewall:error.expiryPast',
      'error:versionConflict',
      selfBlock,
    ],
    touches,
    example: { domainId: demo.domainId, ruleId: demo.firewallRules[1], description: 'Known scrapers', deploy: false },
  }),
  delete: post('/domain/firewall/delete', {
    summary: 'Delete a firewall rule, also from the edge',
    area: 'firewall',
    input: ofRule.extend({ confirmSelfBlock }),
    output: z.object({ done: z.literal(true), rule: FirewallRule.describe('What was deleted, for undo.') }),
    success: 'firewall:deleted',
    errors: [selfBlock],
    touches,
    example: { domainId: demo.domainId, ruleId: demo.firewallRules[4] },
  }),
  toggleDeploy: post('/domain/firewall/toggleDeploy', {
    summary: 'Deploy what is saved of a firewall rule, or take it off the edge',
    area: 'firewall',
    input: ofRule.extend({ deploy: z.boolean(), confirmSelfBlock }),
    output: answer,
    success: false,
    errors: ['firewall:error.expired', selfBlock],
    touches,
    example: { domainId: demo.domainId, ruleId: demo.firewallRules[4], deploy: true },
  }),
  reorder: post('/domain/firewall/reorder', {
    summary: 'Put the firewall rules into an order; it holds at once',
    area: 'firewall',
    input: ofDomain.extend({ ids: newOrder, confirmSelfBlock }),
    output: z.object({ rules: z.array(FirewallRule) }),
    success: 'rules:reordered',
    errors: ['rules:error.order', selfBlock],
    example: { domainId: demo.domainId, ids: [...demo.firewallRules].reverse() },
  }),
  // api.md has no call for the default; this one is added beside those that it has.
  mode: post('/domain/firewall/mode', {
    summary: 'What happens to a visitor whom no rule decides about',
    area: 'firewall',
    input: ofDomain.extend({ defaultMode: DefaultMode, version: seenVersion, confirmSelfBlock }),
    output: z.object({ defaultMode: DefaultMode, version: z.int() }),
    success: 'firewall:modeSaved',
    errors: ['error:versionConflict', selfBlock],
    example: { domainId: demo.domainId, defaultMode: 'allow' },
  }),
  countryGet: get('/domain/firewall/country/get', {
    summary: 'The country whitelist of a domain',
    area: 'firewall',
    input: ofDomain,
    output: z.object({ countryWhitelist: CountryWhitelist }),
    example: { domainId: demo.domainId },
  }),
  countryUpdate: post('/domain/firewall/country/update', {
    summary: 'Let only some countries enter, or all again; what is absent stays',
    area: 'firewall',
    input: ofDomain.extend({
      enabled: z.boolean().optional(),
      countries: z.array(Country).max(300).optional(),
      version: seenVersion,
      confirmSelfBlock,
    }),
    output: z.object({ countryWhitelist: CountryWhitelist }),
    success: 'firewall:countriesSaved',
    errors: ['firewall:error.noCountry', 'error:versionConflict', selfBlock],
    example: { domainId: demo.domainId, enabled: false, countries: ['DE', 'IR'] },
  }),
});
