import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { domainFeatures } from '../rules/domain/features.ts';
import { planCodes, planFeatures } from '../rules/plans.ts';
import { get, group, post } from './call.ts';
import { Deploy } from './deploy.ts';
import { setupCalls } from './domain-setup.ts';
import { demo, Id, Mills, paging, Time } from './fields.ts';
import { Gate } from './gate.ts';

export const domainStatuses = ['active', 'inactive', 'pending', 'pendingNsChange'] as const;
export const setupModes = ['ns', 'cname'] as const;

export const Domain = z
  .object({
    id: Id,
    name: z.string().describe('ASCII form; an internationalised name in punycode.'),
    status: z.enum(domainStatuses),
    dateAdded: Time,
    activatedAt: Time.nullable().describe('When its name servers were first found; null: never yet.'),
    movedAwayAt: Time.nullable().describe('When it was found at other name servers after it had been active; null again once it is back.'),
    plan: z.enum(planCodes),
    nameServers: z.tuple([z.string(), z.string()]),
    dnssecStatus: z.enum(['off', 'pending', 'active']),
    records: z.int().describe('Number of DNS records.'),
    setupMode: z.enum(setupModes).describe('`cname`: it stays at its own DNS provider, and its name servers don’t count.'),
    deploy: Deploy.describe('Whether the name servers answer what is saved.'),
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof Domain>;

export const Plan = z
  .object({
    code: z.enum(planCodes),
    price: z.object({ monthly: Mills.nullable(), annual: Mills.nullable() }).describe('Null: by contact.'),
    traffic: z.int().nullable().describe('GB a month; null: by contract.'),
    requests: z.int().nullable().describe('A month; null: by contract.'),
    pageRules: z.int().nullable(),
    minCacheTtl: z.int().nullable().describe('Seconds.'),
    features: z.array(z.enum(planFeatures)),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

const DomainDetails = Domain.extend({ planSince: Time, termsVersion: z.string().describe('The terms that were accepted with it.') }).meta({
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

export const domain = group('domain', {
  list: get('/domain/list', {
    summary: 'The domains of the account',
    area: 'globalConfigs',
    input: z.object({
      ...paging,
      sort: z.enum(['name', 'dateAdded', 'status', 'plan']).optional(),
      status: z.enum(domainStatuses).optional(),
      plan: z.enum(planCodes).optional(),
    }),
    output: z.object({ domains: z.array(Domain), total: z.int() }),
    example: {},
  }),
  get: get('/domain/get', {
    summary: 'One domain',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ domain: DomainDetails }),
    example: { domainId: demo.domainId },
  }),
  features: get('/domain/features', {
    summary: 'What the domain may have, by plan, top-level domain and status: the one source of every gate',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({ features: z.record(z.enum(domainFeatures), Gate) }),
    example: { domainId: demo.domainId },
  }),
  terms: get('/domain/terms', {
    summary: 'The terms that are accepted with a domain',
    output: z.object({ terms: z.object({ version: z.string(), html: z.string() }) }),
  }),
  plans: get('/domain/plan/publicList', {
    summary: 'Plans with prices and limits',
    access: 'public',
    output: z.object({ plans: z.array(Plan) }),
  }),
  check: post('/domain/check', {
    summary: 'Whether a name can be added, before it is',
    input: z.object({ name: DomainName }),
    output: z.object({
      check: z.object({
        valid: z.boolean(),
        exists: z.boolean().describe('The name is in this account already.'),
        ownedByOther: z.boolean(),
        apex: z.string().describe('The registrable name, in ASCII.'),
        unsupportedFeatures: z.array(z.string()).describe('Features that this top-level domain lacks.'),
        message: z.string().optional(),
      }),
    }),
    success: false,
    changes: false,
    errors: ['error:tooManyRequests'],
    example: { name: 'shop.example' },
  }),
  add: post('/domain/add', {
    summary: 'Add a domain; a plan with a price is taken from the wallet for the first month',
    input: AddDomainForm,
    output: z.object({ domain: Domain }),
    success: 'domain:added',
    errors: [
      'domain:error.name',
      'domain:error.notApex',
      'domain:error.exists',
      'domain:error.taken',
      'domain:error.planByContact',
      'domain:error.termsVersion',
      'domain:error.balance',
      'domain:error.limit',
    ],
    touches: ['wallet', 'plan'],
    money: true,
    example: { name: 'new-shop.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' },
  }),
  toggle: post('/domain/toggle', {
    summary: 'Pause a live domain, or resume a paused one: DNS goes on, records through the CDN answer with the origin',
    area: 'globalConfigs',
    input: ofDomain.extend({ active: z.boolean() }),
    output: z.object({ domain: Domain }),
    success: false,
    errors: ['domain:error.togglePending', 'plan:error.disabled'],
    touches: ['zone'],
    example: { domainId: demo.domainId, active: false },
  }),
  delete: post('/domain/delete', {
    summary: 'Remove a domain with everything that belongs to it; one that was never active gives its first month back',
    input: ofDomain.extend({ confirm: z.string().max(253).describe('The name of the domain.') }),
    output: z.object({ done: z.literal(true), refunded: Mills.describe('Given back to the wallet.') }),
    success: 'domain:removed',
    errors: ['error:confirmMismatch'],
    touches: ['dns', 'zone', 'wallet'],
    example: { domainId: demo.domainId, confirm: 'parvaz.example' },
  }),
  ...setupCalls,
});
