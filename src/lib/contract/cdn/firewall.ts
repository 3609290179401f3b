import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { checkValue, kinds, maxDescription, maxValues, modes } from '../../rules/cdn/firewall/value.ts';
import { readCountry } from '../../rules/core/countries.ts';
import { isFault } from '../../rules/core/fault.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { deployNow, expectedVersion, newOrder, ofDomain, Priority, ruleSchema } from './edge.ts';

const Kind = z.enum(kinds, key('error:choice'));
const Mode = z.enum(modes, key('error:choice'));

/** The fields of a rule except who it matches. */
export const ruleRest = {
  mode: Mode,
  description: z.string().trim().max(maxDescription, key('error:tooLong')).optional(),
  priority: Priority.optional().describe('1 is the highest. Omitted: the end of the list.'),
  expiresAt: Time.nullish().describe('When the rule is removed from the edge automatically; null or omitted: never.'),
};

const shape = {
  kind: Kind,
  value: z
    .string()
    .max(maxValues * 50, key('error:tooLong'))
    .describe(
      `By kind: IPv4 or IPv6 addresses or ranges in CIDR notation; countries by two letters (ISO 3166-1); AS numbers, "AS64511" or "64511"; the id of an IP list. Up to ${maxValues} values, separated by commas; an IP list alone. They are saved in alphabetical order.`,
    ),
  ...ruleRest,
};

/** Validated by the rule of its kind, in the form and in the provider, so that both show the same message at the field. */
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
export const FirewallRule = ruleSchema(saved).meta({ id: 'FirewallRule' });
export type FirewallRule = z.output<typeof FirewallRule>;

const DefaultMode = z
  .enum(modes, key('error:choice'))
  .describe('What happens to visitors that match no rule and aren’t decided by the allowlist.');
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
  enabled: z.boolean().describe('Only visitors from these countries are allowed; rules are evaluated first.'),
  countries: z.array(z.string()).describe('Two-letter codes (ISO 3166-1), in alphabetical order.'),
  version: z.int().describe('Increases with each change of the allowlist or the default policy; send it with an update.'),
});
export type CountryWhitelist = z.output<typeof CountryWhitelist>;

/** Sent after the customer confirms "this would block you". */
export const confirmSelfBlock = z
  .boolean()
  .optional()
  .describe('Without it, a change that would block the IP address of this call is refused with 409.');

const ofRule = ofDomain.extend({ ruleId: Id });
const answer = z.object({ rule: FirewallRule });
const touches = ['firewallGroup', 'draft'];
const selfBlock = 'firewall:error.selfBlock';

export const firewall = group('firewall', 'domain', {
  list: get('/domain/firewall/list', {
    summary: 'List the firewall rules of a domain, highest priority first, with its default policy',
    area: 'firewall',
    input: ofDomain,
    output: z.object({
      rules: z.array(FirewallRule),
      defaultMode: DefaultMode,
      version: z.int().describe('Version of the default policy and the allowlist.'),
      limit: z.int().describe('Maximum number of rules per domain.'),
      you: z.object({ ip: z.string() }).describe('The IP address of this call. Its country is unknown.'),
    }),
    example: { domainId: demo.domainId },
  }),
  create: post('/domain/firewall/create', {
    summary: 'Add a firewall rule',
    area: 'firewall',
    input: z
      .object({
        ...ofDomain.shape,
        ...shape,
        first: z.boolean().optional().describe('Puts the rule above all others. Can’t be combined with `priority`.'),
        deploy: deployNow,
        confirmSelfBlock,
      })
      .superRefine(judgeValue)
      .refine(({ first, priority }) => !first || priority === undefined, {
        path: ['priority'],
        error: key('firewall:error.firstAndPriority'),
      }),
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
    idempotent: true,
    summary: 'Change a firewall rule; omitted fields stay unchanged',
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
      version: expectedVersion,
      confirmSelfBlock,
    }),
    output: answer,
    success: 'firewall:updated',
    errors: [
      'firewall:error.alreadyInList',
      'rules:error.duplicatePriority',
      'firewall:error.groupUnknown',
      'firewall:error.expiryPast',
      'firewall:error.country',
      'error:versionConflict',
      selfBlock,
    ],
    touches,
    example: { domainId: demo.domainId, ruleId: demo.firewallRules[1], description: 'Known scrapers', deploy: false },
  }),
  delete: post('/domain/firewall/delete', {
    summary: 'Delete a firewall rule and remove it from the edge',
    area: 'firewall',
    input: ofRule.extend({ confirmSelfBlock }),
    output: z.object({ done: z.literal(true), rule: FirewallRule.describe('The deleted rule, for undo.') }),
    success: 'firewall:deleted',
    errors: [selfBlock],
    touches,
    example: { domainId: demo.domainId, ruleId: demo.firewallRules[4] },
  }),
  toggleDeploy: post('/domain/firewall/toggleDeploy', {
    idempotent: true,
    summary: 'Deploy the saved form of a firewall rule, or remove the rule from the edge',
    area: 'firewall',
    input: ofRule.extend({ deploy: z.boolean(), confirmSelfBlock }),
    output: answer,
    success: false,
    errors: ['firewall:error.expired', selfBlock],
    touches,
    example: { domainId: demo.domainId, ruleId: demo.firewallRules[4], deploy: true },
  }),
  reorder: post('/domain/firewall/reorder', {
    idempotent: true,
    summary: 'Reorder the firewall rules; takes effect immediately',
    area: 'firewall',
    input: ofDomain.extend({ ids: newOrder, confirmSelfBlock }),
    output: z.object({ rules: z.array(FirewallRule) }),
    success: 'rules:reordered',
    errors: ['rules:error.order', selfBlock],
    example: { domainId: demo.domainId, ids: [...demo.firewallRules].reverse() },
  }),
  // The default policy: what happens to requests that match no rule.
  mode: post('/domain/firewall/mode', {
    idempotent: true,
    summary: 'Set the default policy for visitors that match no rule',
    area: 'firewall',
    input: ofDomain.extend({ defaultMode: DefaultMode, version: expectedVersion, confirmSelfBlock }),
    output: z.object({ defaultMode: DefaultMode, version: z.int() }),
    success: 'firewall:modeSaved',
    errors: ['error:versionConflict', selfBlock],
    example: { domainId: demo.domainId, defaultMode: 'allow' },
  }),
  countryGet: get('/domain/firewall/country/get', {
    summary: 'Get the country allowlist of a domain',
    area: 'firewall',
    input: ofDomain,
    output: z.object({ countryWhitelist: CountryWhitelist }),
    example: { domainId: demo.domainId },
  }),
  countryUpdate: post('/domain/firewall/country/update', {
    summary: 'Change the country allowlist; omitted fields stay unchanged',
    area: 'firewall',
    input: ofDomain.extend({
      enabled: z.boolean().optional(),
      countries: z.array(Country).max(300).optional(),
      version: expectedVersion,
      confirmSelfBlock,
    }),
    output: z.object({ countryWhitelist: CountryWhitelist }),
    success: 'firewall:countriesSaved',
    errors: ['firewall:error.noCountry', 'error:versionConflict', selfBlock],
    example: { domainId: demo.domainId, enabled: false, countries: ['DE', 'IR'] },
  }),
});
