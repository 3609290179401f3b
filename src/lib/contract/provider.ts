import { z } from 'zod';
import { get, group } from './call.ts';

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
  capabilities: get('/provider/capabilities', {
    summary: 'What this provider can do; the panel hides the rest',
    access: 'public',
    output: z.object({
      capabilities: z.object({
        edge: z.enum(['none', 'connected']),
        compute: z.enum(['none', 'simulated', 'connected']),
        limits: z.object({ dnsRecords: z.int(), domains: z.int() }),
      }),
    }),
  }),
});
