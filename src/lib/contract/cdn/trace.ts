import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { tlsVersions } from '../../rules/cdn/edge/config.ts';
import { orderedLists } from '../../rules/cdn/edge/ruleLists.ts';
import { actions, effectSources, layerNames, outcomes } from '../../rules/cdn/edge/types.ts';
import { attackKinds } from '../../rules/cdn/edge/waf/patternTable.ts';
import { readAddress } from '../../rules/core/network.ts';
import { typed } from '../address.ts';
import { group, post } from '../call.ts';
import { demo } from '../fields.ts';
import { ofDomain } from './edge.ts';

/** A name of a header, a cookie or a method (RFC 9110 section 5.6.2). */
const Token = z
  .string()
  .max(100, key('error:tooLong'))
  .regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i, key('trace:error.token'));
/** As many as a browser sends, and no line breaks, which headers can't contain. */
const Pairs = z
  .record(
    Token,
    z
      .string()
      .max(4000, key('error:tooLong'))
      .regex(/^[^\r\n]*$/, key('trace:error.headerValue')),
  )
  .refine((pairs) => Object.keys(pairs).length <= 50, key('error:tooMany'));

/** The request that a visitor would send. */
export const TraceForm = z.object({
  url: z
    .string()
    .trim()
    .min(1, key('trace:error.url'))
    .max(4000, key('error:tooLong'))
    .describe('An absolute URL, or a path on the domain over https.'),
  method: Token.optional().describe('Default: GET.'),
  headers: Pairs.optional(),
  cookies: Pairs.optional().describe('In addition to those in the `cookie` header.'),
  ip: typed((text) => (text.trim() === '' ? { text: '' } : readAddress(text)))
    .optional()
    .describe('The visitor’s IP address; default: the caller’s.'),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[A-Z]{2})?$/, key('trace:error.country'))
    .optional()
    .describe('Two-letter country code; empty: unknown.'),
  asn: z
    .int(key('trace:error.asn'))
    .min(0, key('trace:error.asn'))
    .max(4_294_967_295, key('trace:error.asn'))
    .optional()
    .describe('AS number of the visitor’s network; omitted: unknown.'),
  body: z.string().max(100_000, key('error:tooLong')).optional().describe('As text, without a content encoding.'),
  tlsVersion: z.enum(tlsVersions, key('error:choice')).optional(),
});

const Item = z.object({ id: z.string(), title: z.string() });
export const TraceStep = z
  .object({
    area: z.enum(layerNames),
    item: Item.optional().describe('The rule, record or cluster involved.'),
    rule: z
      .object({ list: z.enum(orderedLists), priority: z.int() })
      .optional()
      .describe('The list that the item is in, and its priority there.'),
    field: z.string().optional().describe('With a WAF finding: the name of the field that it was found in.'),
    kind: z.enum(attackKinds).optional().describe('With a WAF finding: what an attacker would achieve.'),
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
    status: z.int().nullable().describe('Null: the origin’s status, or the connection ends before HTTP.'),
    steps: z.array(TraceStep).describe('Every layer in order, including those that did nothing.'),
  })
  .meta({ id: 'Trace' });
export type Trace = z.output<typeof Trace>;

export const trace = group('trace', 'domain', {
  run: post('/domain/trace', {
    summary: 'Trace a request through the rules of a domain, layer by layer, without sending it',
    area: 'reports',
    input: ofDomain.extend({
      ...TraceForm.shape,
      source: z
        .enum(['deployed', 'draft'], key('error:choice'))
        .default('deployed')
        .describe('`draft`: as if everything saved were deployed.'),
    }),
    output: z.object({ trace: Trace }),
    success: false,
    changes: false,
    safe: true,
    errors: ['error:tooManyRequests', 'error:busy'],
    example: { domainId: demo.domainId, url: 'https://parvaz.example/assets/app.9f2c.js', country: 'DE', source: 'draft' },
  }),
});
