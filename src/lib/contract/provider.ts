import { z } from 'zod';
import { locales } from '../i18n/locales.ts';
import { components, impacts, stages, states } from '../rules/status.ts';
import { get, group } from './call.ts';
import { Id, Time } from './fields.ts';

const IncidentText = z.object({ text: z.string(), language: z.enum(locales).describe('Of the text: the asked one where it was written.') });

export const Incident = z.object({
  id: Id,
  title: IncidentText,
  impact: z.enum(impacts),
  components: z.array(z.enum(components)),
  stage: z.enum(stages),
  startedAt: Time,
  resolvedAt: Time.nullable(),
  updates: z.array(z.object({ stage: z.enum(stages), ...IncidentText.shape, time: Time })).describe('Newest first.'),
});
export type Incident = z.infer<typeof Incident>;

export const provider = group('provider', {
  config: get('/provider/config', {
    summary: 'Name, currency and limits of the provider',
    access: 'public',
    output: z.object({
      config: z.object({
        name: z.record(z.string(), z.string()).describe('By language.'),
        currency: z.string(),
        divisor: z.int().describe('Mills divided by this, rounded down, are minor units.'),
        minorDigits: z.int(),
        terms: z.object({ version: z.string() }),
        upload: z.object({ maxFiles: z.int(), maxBytes: z.int(), types: z.array(z.string()) }),
      }),
    }),
  }),
  status: get('/provider/status', {
    summary: 'What the provider’s own checks saw last, and what the operator says about it',
    access: 'public',
    output: z.object({
      components: z.array(
        z.object({
          name: z.enum(components),
          state: z.enum(states).describe('The worse of the check and of open incidents; `unknown` without a recent check.'),
          checkedAt: Time.nullable(),
        }),
      ),
      incidents: z.array(Incident).describe('Open ones, and those of the last 14 days. Newest first.'),
    }),
  }),
  capabilities: get('/provider/capabilities', {
    summary: 'What this provider can do; the panel hides the rest',
    access: 'public',
    output: z.object({
      capabilities: z.object({
        edge: z.enum(['none', 'connected']),
        dns: z.enum(['none', 'files']).describe('Name servers that zones are published to.'),
        compute: z.enum(['none', 'simulated', 'connected']),
        limits: z.object({ dnsRecords: z.int(), domains: z.int() }),
      }),
    }),
  }),
});
