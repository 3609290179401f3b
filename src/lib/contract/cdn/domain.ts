import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { domainFeatures } from '../../rules/cdn/domain/features.ts';
import { postureReasons, postureStates } from '../../rules/cdn/domain/posture.ts';
import { trashDays, trashStates } from '../../rules/cdn/domain/trash.ts';
import { planCodes, planFeatures } from '../../rules/core/plans.ts';
import { get, group, post } from '../call.ts';
import { Limit, Stopped } from '../core/stopped.ts';
import { demo, Id, Mills, paging, Time } from '../fields.ts';
import { Deploy, EdgeDeploy } from './deploy.ts';
import { setupCalls } from './domainSetup.ts';
import { Gate } from './gate.ts';

export const domainStatuses = ['active', 'inactive', 'pending', 'pendingNsChange'] as const;
export const setupModes = ['ns', 'cname'] as const;

export const Domain = z
  .object({
    id: Id,
    name: z.string().describe('ASCII form; an internationalized name in Punycode.'),
    status: z.enum(domainStatuses),
    dateAdded: Time,
    activatedAt: Time.nullable().describe('When its name servers were first found; null: never.'),
    movedAwayAt: Time.nullable().describe('When it was found using other name servers after being active; null once it is back.'),
    plan: z.enum(planCodes),
    nameServers: z.tuple([z.string(), z.string()]),
    dnssecStatus: z.enum(['off', 'pending', 'active']),
    records: z.int().describe('Number of DNS records.'),
    setupMode: z.enum(setupModes).describe('`cname`: it stays with its own DNS provider, and its name servers aren’t checked.'),
    underAttackUntil: Time.nullable().describe('When under attack mode ends; null: it is off.'),
    developmentUntil: Time.nullable().describe('When development mode ends; null: it is off.'),
    stopped: Stopped.optional().describe('Absent: it is not.'),
    limited: Limit.optional().describe('What a spending limit restricts although the domain keeps running. Absent: nothing.'),
    deploy: Deploy.describe('Whether the name servers serve what is saved.'),
    edge: EdgeDeploy.optional().describe('Absent: no edge is connected, so nothing that is saved acts on traffic.'),
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof Domain>;

export const Plan = z
  .object({
    code: z.enum(planCodes),
    price: z.object({ monthly: Mills.nullable(), annual: Mills.nullable() }).describe('Null: price on request.'),
    traffic: z.int().nullable().describe('GB a month; null: by contract.'),
    requests: z.int().nullable().describe('A month; null: by contract.'),
    pageRules: z.int().nullable(),
    minCacheTtl: z.int().nullable().describe('Seconds.'),
    features: z.array(z.enum(planFeatures)),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

const DomainDetails = Domain.extend({
  planSince: Time,
  termsVersion: z.string().describe('The terms that were accepted when it was added.'),
}).meta({
  id: 'DomainDetails',
});

const DomainName = z.string().trim().min(1, key('error:required')).max(253, key('domain:error.name'));

export const AddDomainForm = z.object({
  name: DomainName,
  plan: z.enum(planCodes),
  acceptTerms: z.literal(true, key('domain:error.terms')),
  termsVersion: z.string().max(40),
});

const ofDomain = z.object({ domainId: Id });

const RemovedDomain = z
  .object({
    id: Id,
    name: z.string().describe('ASCII form.'),
    removedAt: Time,
    deleteAt: Time.describe('When it is deleted permanently.'),
    records: z.int().describe('Number of DNS records.'),
    plan: z.enum(planCodes).describe('The plan that it gets back: a paid one until the end of the paid period, else Basic.'),
    paidUntil: Time.nullable().describe('The end of the paid period that it gets back; null: none.'),
    state: z.enum(trashStates).describe('`exists`: the name is in this account again. `taken`: another account has added the name.'),
  })
  .meta({ id: 'RemovedDomain' });
export type RemovedDomain = z.output<typeof RemovedDomain>;

const count = z.int().optional();
const Finding = z
  .object({
    area: z.enum(Object.keys(postureReasons) as (keyof typeof postureReasons)[]), // the keys of a constant
    state: z
      .enum(postureStates)
      .describe(
        '`critical` and `warning` need attention. `saved`: set as it should be, but no edge applies it: none is connected, or one refused it. `off`: not in use. `planned`: not available yet.',
      ),
    reason: z.enum(Object.values(postureReasons).flat()).describe('Why, as `area.reason`.'),
    numbers: z
      .object({ days: count, count, total: count, used: count, limit: count })
      .describe('Of the reason: `days` left, `count` of `total`, `used` of `limit`.'),
    time: Time.optional().describe('When it ends or happens.'),
  })
  .meta({ id: 'Finding' });
export type Finding = z.output<typeof Finding>;

export const domain = group('domain', 'domain', {
  list: get('/domain/list', {
    summary: 'List the domains of the account',
    area: 'globalConfigs',
    input: z.object({
      ...paging,
      name: z.string().max(253).optional().describe('Only the domain with exactly this name.'),
      sort: z.enum(['name', 'dateAdded', 'status', 'plan']).optional(),
      status: z.enum(domainStatuses).optional(),
      plan: z.enum(planCodes).optional(),
    }),
    output: z.object({ domains: z.array(Domain), total: z.int() }),
    example: {},
  }),
  get: get('/domain/get', {
    summary: 'Get a domain',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ domain: DomainDetails }),
    example: { domainId: demo.domainId },
  }),
  posture: get('/domain/posture', {
    summary: 'Get a health summary of a domain: one finding per area, worst first',
    area: 'reports',
    input: ofDomain,
    output: z.object({ posture: z.array(Finding) }),
    example: { domainId: demo.domainId },
  }),
  features: get('/domain/features', {
    summary: 'Get the features that a domain can use, by plan, TLD and status',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ features: z.record(z.enum(domainFeatures), Gate) }),
    example: { domainId: demo.domainId },
  }),
  terms: get('/domain/terms', {
    summary: 'Get the terms to accept when adding a domain',
    area: 'domains',
    output: z.object({ terms: z.object({ version: z.string(), html: z.string() }) }),
  }),
  plans: get('/domain/plan/publicList', {
    summary: 'List the plans with prices and limits',
    access: 'public',
    output: z.object({
      plans: z.array(Plan),
      trafficPrice: Mills.describe('Of a gigabyte beyond what plans and accounts include, in this month.'),
    }),
  }),
  check: post('/domain/check', {
    summary: 'Check whether a name can be added',
    area: 'domains',
    input: z.object({ name: DomainName }),
    output: z.object({
      check: z.object({
        valid: z.boolean(),
        exists: z.boolean().describe('The name is already in this account.'),
        ownedByOther: z.boolean(),
        apex: z.string().describe('The registrable name, in ASCII.'),
        unsupportedFeatures: z.array(z.string()).describe('Features that aren’t available for this top-level domain.'),
        message: z.string().optional(),
      }),
    }),
    success: false,
    changes: false,
    errors: ['error:tooManyRequests'],
    example: { name: 'shop.example' },
  }),
  add: post('/domain/add', {
    summary: 'Add a domain; the first month of a paid plan is charged to the wallet. An API key adds domains on the free plan only',
    area: 'domains',
    input: AddDomainForm.extend({
      shown: Mills.optional().describe('The price that the customer saw. The domain isn’t added if it differs.'),
    }),
    output: z.object({ domain: Domain }),
    success: 'domain:added',
    errors: [
      'domain:error.name',
      'domain:error.notApex',
      'domain:error.publicSuffix',
      'domain:error.reserved',
      'domain:error.exists',
      'domain:error.taken',
      'domain:error.planByContact',
      'domain:error.planNotOffered',
      'domain:error.keyPlan',
      'domain:error.termsVersion',
      'domain:error.balance',
      'domain:error.changed',
      'domain:error.limit',
    ],
    touches: ['wallet', 'plan'],
    money: true,
    example: { name: 'new-shop.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' },
  }),
  toggle: post('/domain/toggle', {
    idempotent: true,
    summary: 'Pause a live domain or resume it: while paused, DNS continues and proxied records point to the origin',
    area: 'globalConfigs',
    input: ofDomain.extend({ active: z.boolean() }),
    output: z.object({ domain: Domain }),
    success: false,
    errors: ['domain:error.togglePending', 'plan:error.disabled'],
    touches: ['zone'],
    example: { domainId: demo.domainId, active: false },
  }),
  delete: post('/domain/delete', {
    summary: `Remove a domain; it can be restored for ${trashDays} days. The first month is refunded if it was never active`,
    input: ofDomain.extend({ confirm: z.string().max(253).describe('The name of the domain.') }),
    output: z.object({ done: z.literal(true), refunded: Mills.describe('Refunded to the wallet.') }),
    success: 'domain:removed',
    errors: ['error:confirmMismatch'],
    touches: ['dns', 'zone', 'wallet'],
    example: { domainId: demo.domainId, confirm: 'parvaz.example' },
  }),
  trash: get('/domain/trash', {
    summary: 'List the removed domains that can still be restored, newest first',
    area: 'globalConfigs',
    input: z.object({}),
    output: z.object({ domains: z.array(RemovedDomain) }),
    example: {},
  }),
  restore: post('/domain/restore', {
    summary: 'Restore a removed domain with its DNS records, rules, settings, clusters, pages and groups; it waits for its name servers',
    input: ofDomain,
    output: z.object({ domain: Domain }),
    success: 'domain:trash.restored',
    errors: ['domain:error.exists', 'domain:error.taken', 'domain:error.reserved', 'domain:error.limit', 'domain:trash.balance'],
    touches: ['dns', 'zone', 'ssl', 'plan'],
    example: { domainId: demo.removedDomainId },
  }),
  ...setupCalls,
});
