import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { orderedLists, type RuleList } from '../../rules/cdn/edge/ruleLists.ts';
import { outcomes } from '../../rules/cdn/edge/types.ts';
import { group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { ofDomain } from './edge.ts';
import { FirewallRuleForm } from './firewall.ts';
import { PathForm } from './pageRule.ts';
import { RateLimitForm } from './rateLimit.ts';
import { WafRuleForm } from './wafRule.ts';

const Outcome = z.enum(outcomes);
/** What the log of requests doesn't have, although the rule depends on it. */
export const blindSpots = ['header', 'cookie', 'body', 'country', 'asn'] as const;

export const RuleImpact = z
  .object({
    from: Time.describe('Time of the oldest request that was compared.'),
    requests: z.int().describe('Requests that were compared.'),
    partial: z.boolean().describe('There were more requests in the last 24 hours; only the newest were compared.'),
    matched: z.int().describe('Requests to which the rule applies.'),
    changed: z.int().describe('Requests that would end differently with the rule.'),
    changes: z.array(z.object({ before: Outcome, after: Outcome, requests: z.int() })),
    samples: z
      .array(
        z.object({
          requestId: z.string(),
          time: Time,
          ip: z.string(),
          country: z.string(),
          method: z.string(),
          host: z.string(),
          path: z.string(),
          before: Outcome,
          after: Outcome,
        }),
      )
      .describe('The newest requests that would end differently; if there are none, the newest that match.'),
    blind: z.array(z.enum(blindSpots)).describe('What the rule depends on but the log of requests doesn’t have.'),
  })
  .meta({ id: 'RuleImpact' });
export type RuleImpact = z.output<typeof RuleImpact>;

/** A rule of one of the lists, as its form sends it. */
const ruleForms = {
  firewall: FirewallRuleForm,
  rateLimit: RateLimitForm,
  waf: WafRuleForm,
  pageRule: PathForm,
} satisfies Record<RuleList, z.ZodType>;

export const impact = group('impact', null, {
  preview: post('/domain/rule/impact', {
    summary: 'See what a rule would have done to the requests of the last 24 hours, without saving it',
    area: 'reports',
    input: ofDomain
      .extend({
        ruleId: Id.optional().describe('The rule that is being edited; omitted: a new one.'),
        ...z.object(ruleForms).partial().shape,
      })
      .refine((input) => orderedLists.filter((list) => input[list]).length === 1, {
        path: ['rule'],
        error: key('impact:error.one'),
      }),
    output: z.object({ impact: RuleImpact }),
    success: false,
    changes: false,
    safe: true,
    errors: ['error:tooManyRequests', 'error:busy'],
    example: { domainId: demo.domainId, firewall: { kind: 'country', value: 'DE', mode: 'deny' } },
  }),
});
