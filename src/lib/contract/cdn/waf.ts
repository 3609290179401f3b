import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import type { TKey } from '../../i18n/keys.ts';
import { wafProfiles } from '../../rules/cdn/edge/protection.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { deployNow, expectedVersion, newOrder, ofDomain, Priority, ruleSchema } from './edge.ts';
import { WafExceptionForm, WafModule, WafRuleForm, wafExceptionData, wafRuleData, wafRuleInput } from './wafRule.ts';

const Mode = z.enum(['on', 'detection', 'off'], key('error:choice'));
const Sensitivity = z.enum(['low', 'medium', 'high'], key('error:choice'));
const ModuleId = WafModule.exclude(['custom'], key('error:choice'));
const Profile = z.enum(wafProfiles, key('error:choice'));
const ModuleAction = z.enum(['block', 'challenge', 'log'], key('error:choice'));

export const Waf = z
  .object({
    mode: Mode.describe('`detection` only logs. It ends automatically, and the WAF is then off.'),
    detectionUntil: Time.nullable(),
    sensitivity: Sensitivity.describe('The score from which a request is stopped: 10, 5 or 3 points.'),
    modules: z.array(
      z.object({
        id: ModuleId,
        title: z.string(),
        description: z.string(),
        families: z.array(z.int()).describe('The rule families of the OWASP Core Rule Set that it covers.'),
        enabled: z.boolean(),
        action: ModuleAction,
      }),
    ),
    profiles: z.array(Profile).describe('Applications on the domain: what they send by design isn’t taken for an attack.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'Waf' });
export type Waf = z.output<typeof Waf>;

export const WafRule = ruleSchema(wafRuleData).meta({ id: 'WafRule' });
export type WafRule = z.output<typeof WafRule>;
export const WafException = ruleSchema(wafExceptionData).omit({ priority: true }).meta({ id: 'WafException' });
export type WafException = z.output<typeof WafException>;

const ofRule = ofDomain.extend({ ruleId: Id });
const ofException = ofDomain.extend({ exceptionId: Id });
const done = z.object({ done: z.literal(true) });
const { domainId, wafRuleId: ruleId, wafExceptionId: exceptionId } = demo;
const shared = { area: 'waf' } as const;

/** What a rule says that it can't, or that the edges can't do. */
const ruleRefusals = [
  'rules:error.pattern',
  'rules:error.pathSpace',
  'waf:error.tooManyExpressions',
  'rules:olderEdge',
] as const satisfies readonly TKey[];

export const waf = group('waf', 'domain', {
  get: get('/domain/waf/get', {
    ...shared,
    summary: 'Get the web application firewall settings of a domain',
    input: ofDomain,
    output: z.object({ waf: Waf }),
    example: { domainId },
  }),
  mode: post('/domain/waf/mode', {
    idempotent: true,
    ...shared,
    summary: 'Switch the WAF on, off, or to detection, which ends after 30 minutes',
    input: ofDomain.extend({ mode: Mode, version: expectedVersion }),
    output: z.object({ waf: Waf }),
    success: 'waf:modeChanged',
    errors: ['error:versionConflict'],
    example: { domainId, mode: 'detection' },
  }),
  modules: post('/domain/waf/modules', {
    idempotent: true,
    ...shared,
    summary: 'Change the modules, their actions, the sensitivity and the profiles; omitted fields stay unchanged',
    input: ofDomain.extend({
      modules: z
        .array(z.object({ id: ModuleId, enabled: z.boolean(), action: ModuleAction.optional() }))
        .max(20, key('error:tooMany'))
        .optional(),
      sensitivity: Sensitivity.optional(),
      profiles: z
        .array(Profile)
        .max(wafProfiles.length, key('error:tooMany'))
        .refine((list) => new Set(list).size === list.length, key('waf:error.profileTwice'))
        .optional(),
      version: expectedVersion,
    }),
    output: z.object({ waf: Waf }),
    success: 'waf:protectionSaved',
    errors: ['error:versionConflict', 'rules:olderEdge'],
    example: { domainId, modules: [{ id: 'scanner', enabled: true, action: 'challenge' }], sensitivity: 'high' },
  }),
  rules: get('/domain/waf/rule/list', {
    ...shared,
    summary: 'List the custom rules, highest priority first',
    input: ofDomain,
    output: z.object({ rules: z.array(WafRule) }),
    example: { domainId },
  }),
  createRule: post('/domain/waf/rule/create', {
    touches: ['draft'],
    ...shared,
    summary: 'Add a custom rule',
    input: WafRuleForm.safeExtend({ ...ofDomain.shape, deploy: deployNow }),
    output: z.object({ rule: WafRule }),
    success: 'waf:rule.created',
    errors: ['rules:error.duplicatePriority', 'waf:error.tooManyRules', ...ruleRefusals],
    example: { domainId, title: 'No posts to the old API', modules: ['custom'], path: '/v1/*', action: 'block', deploy: false },
  }),
  updateRule: post('/domain/waf/rule/update', {
    idempotent: true,
    touches: ['draft'],
    ...shared,
    summary: 'Change a custom rule; omitted fields stay unchanged',
    input: ofRule
      .extend(z.object({ ...wafRuleInput, priority: Priority, deploy: deployNow }).partial().shape)
      .extend({ version: expectedVersion }),
    output: z.object({ rule: WafRule }),
    success: 'waf:rule.updated',
    errors: ['error:versionConflict', 'rules:error.duplicatePriority', 'waf:error.challengeRequired', ...ruleRefusals],
    example: { domainId, ruleId, action: 'log', deploy: true },
  }),
  deleteRule: post('/domain/waf/rule/delete', {
    touches: ['draft'],
    ...shared,
    summary: 'Delete a custom rule',
    input: ofRule,
    output: done,
    success: 'waf:rule.deleted',
    example: { domainId, ruleId },
  }),
  deployRule: post('/domain/waf/rule/toggleDeploy', {
    idempotent: true,
    touches: ['draft'],
    ...shared,
    summary: 'Deploy the saved form of a custom rule, or remove the rule from the edge',
    input: ofRule.extend({ deploy: z.boolean() }),
    output: z.object({ rule: WafRule }),
    success: 'rules:toggled',
    example: { domainId, ruleId, deploy: false },
  }),
  reorderRules: post('/domain/waf/rule/reorder', {
    idempotent: true,
    touches: ['draft'],
    ...shared,
    summary: 'Reorder the custom rules; takes effect immediately',
    input: ofDomain.extend({ ids: newOrder }),
    output: z.object({ rules: z.array(WafRule) }),
    success: 'rules:reordered',
    errors: ['rules:error.order'],
    example: { domainId, ids: [demo.wafDraftId, ruleId] },
  }),
  exceptions: get('/domain/waf/exception/list', {
    ...shared,
    summary: 'List the exceptions: known false positives that modules ignore',
    input: ofDomain,
    output: z.object({ exceptions: z.array(WafException) }),
    example: { domainId },
  }),
  createException: post('/domain/waf/exception/create', {
    touches: ['draft'],
    ...shared,
    summary: 'Add an exception; it must specify a path, module, pattern or argument',
    input: WafExceptionForm.safeExtend({ ...ofDomain.shape, deploy: deployNow }),
    output: z.object({ exception: WafException }),
    success: 'waf:exception.created',
    errors: ['waf:error.tooManyExceptions', 'rules:error.pattern'],
    example: { domainId, title: 'Code in the editor', path: '/editor/*', modules: ['xss'], argument: 'source', deploy: true },
  }),
  updateException: post('/domain/waf/exception/update', {
    idempotent: true,
    touches: ['draft'],
    ...shared,
    summary: 'Change an exception; omitted fields stay unchanged',
    input: ofException.extend(z.object({ ...wafExceptionData, deploy: deployNow }).partial().shape).extend({ version: expectedVersion }),
    output: z.object({ exception: WafException }),
    success: 'waf:exception.updated',
    errors: ['error:versionConflict', 'waf:error.exceptionEmpty', 'rules:error.pattern'],
    example: { domainId, exceptionId, argument: 'comment', deploy: true },
  }),
  deleteException: post('/domain/waf/exception/delete', {
    touches: ['draft'],
    ...shared,
    summary: 'Delete an exception',
    input: ofException,
    output: done,
    success: 'waf:exception.deleted',
    example: { domainId, exceptionId },
  }),
  deployException: post('/domain/waf/exception/toggleDeploy', {
    idempotent: true,
    touches: ['draft'],
    ...shared,
    summary: 'Deploy the saved form of an exception, or remove it from the edge',
    input: ofException.extend({ deploy: z.boolean() }),
    output: z.object({ exception: WafException }),
    success: 'rules:toggled',
    example: { domainId, exceptionId, deploy: false },
  }),
});
