import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { tlsVersions } from '../rules/edge/config.ts';
import { parseNetwork } from '../rules/edge/network.ts';
import { actions, areas, effectSources, outcomes } from '../rules/edge/types.ts';
import { group, post } from './call.ts';
import { ofDomain } from './edge.ts';
import { demo } from './fields.ts';

/** A name of a header, a cookie or a method (RFC 9110 section 5.6.2). */
const Token = z
  .string()
  .max(100, key('error:tooLong'))
  .regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i, key('trace:error.token'));
/** As many as a browser sends, and no line breaks, which no header holds. */
const Pairs = z
  .record(
    Token,
    z
      .string()
      .max(4000, key('error:tooLong'))
      .regex(/^[^\r\n]*$/, key('trace:error.headerValue')),
  )
  .refine((pairs) => Object.keys(pairs).length <= 50, key('error:tooMany'));

/** What a visitor would send. */
export const TraceForm = z.object({
  url: z
    .string()
    .trim()
    .min(1, key('trace:error.url'))
    .max(4000, key('error:tooLong'))
    .describe('Absolute, or from the slash on: then https of the domain.'),
  method: Token.optional().describe('GET unless given.'),
  headers: Pairs.optional(),
  cookies: Pairs.optional().describe('Beside those of the header `cookie`.'),
  ip: z
    .string()
    .trim()
    .max(60, key('trace:error.ip'))
    .refine((text) => text === '' || (!text.includes('/') && parseNetwork(text) !== null), key('trace:error.ip'))
    .optional()
    .describe('The visitor’s address; the caller’s unless given.'),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[A-Z]{2})?$/, key('trace:error.country'))
    .optional()
    .describe('Two letters; empty: unknown.'),
  tlsVersion: z.enum(tlsVersions, key('error:choice')).optional(),
});

const Item = z.object({ id: z.string(), title: z.string() });
export const TraceStep = z
  .object({
    area: z.enum(areas),
    item: Item.optional().describe('The rule, record or cluster that it is about.'),
    matched: z.boolean(),
    action: z.enum(actions),
    effect: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]), from: z.enum(effectSources) })),
    reason: z.string().describe('Code of the reason, as in `pathApply`.'),
    message: z.string().describe('The reason as a sentence, in the caller’s language.'),
  })
  .meta({ id: 'TraceStep' });
export type TraceStep = z.output<typeof TraceStep>;

export const Trace = z
  .object({
    outcome: z.enum(outcomes),
    status: z.int().nullable().describe('Null: the server’s own, or the connection ends before HTTP.'),
    steps: z.array(TraceStep).describe('Every layer in its order, also those that had nothing to do.'),
  })
  .meta({ id: 'Trace' });
export type Trace = z.output<typeof Trace>;

export const trace = group('trace', {
  run: post('/domain/trace', {
    summary: 'Say what the rules of a domain make of a request, layer by layer; nothing is sent',
    area: 'reports',
    input: ofDomain.extend({
      ...TraceForm.shape,
      source: z
        .enum(['deployed', 'draft'], key('error:choice'))
        .default('deployed')
        .describe('`draft`: as if everything that is saved were deployed.'),
    }),
    output: z.object({ trace: Trace }),
    success: false,
    changes: false,
    example: { domainId: demo.domainId, url: 'https://parvaz.example/assets/app.9f2c.js', country: 'DE', source: 'draft' },
  }),
});
