import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { recordTypes } from '../../rules/core/dnsTypes.ts';
import { get, group } from '../call.ts';
import { demo, Id } from '../fields.ts';

const Answered = z.object({
  name: z.string().describe('Absolute, without the final dot.'),
  type: z.enum(recordTypes),
  content: z.string().describe('The data as in a zone file.'),
  ttl: z.int().describe('Seconds; from a resolver, those that are left.'),
  current: z.boolean().describe('The zone says the same, or the record isn’t in this zone.'),
});

/** `answered`: the data comes from elsewhere, so that it can’t be compared. `silent`: no answer in time. `failed`: an error, see `rcode`. */
const states = ['matches', 'differs', 'answered', 'silent', 'failed'] as const;

export const Propagation = z
  .object({
    name: z.string().describe('The absolute name that was asked for.'),
    type: z.enum(recordTypes),
    zone: z
      .object({
        source: z
          .enum(['zone', 'flattened', 'delegated'])
          .describe('`flattened`: the addresses of a CNAME’s target. `delegated`: other name servers answer for the name.'),
        target: z.string().optional().describe('With `flattened`: where the addresses come from.'),
        answer: z.array(Answered).describe('What the zone says. Empty: no such records.'),
      })
      .describe('The zone as it is saved.'),
    resolvers: z.array(
      z.object({
        name: z.string().describe('The label that the operator gave it; empty for our own name server.'),
        kind: z.enum(['own', 'resolver']),
        state: z.enum(states),
        rcode: z.string().optional().describe('With `failed`: the response code, such as SERVFAIL.'),
        answer: z.array(Answered),
        expiresIn: z.int().nullable().describe('With `differs` from a resolver: seconds until it asks again.'),
        ms: z.int(),
      }),
    ),
  })
  .meta({ id: 'Propagation' });
export type Propagation = z.output<typeof Propagation>;

export const propagation = group('propagation', 'domain', {
  get: get('/domain/dns/propagation', {
    summary: 'Compare what resolvers answer now with what the zone says',
    area: 'dns',
    input: z.object({
      domainId: Id,
      name: z
        .string()
        .trim()
        .min(1, key('dns:error.required'))
        .max(1000, key('error:tooLong'))
        .describe('Relative to the domain; "@" is the root domain.'),
      type: z.enum(recordTypes, { error: key('error:choice') }),
    }),
    output: z.object({ propagation: Propagation }),
    errors: ['error:tooManyRequests'],
    example: { domainId: demo.domainId, name: 'www', type: 'A' },
  }),
});
