import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { isSecret, logFormats, maxSecret, minSecret, targetKinds, targetStates } from '../../rules/cdn/logForward/options.ts';
import { deliveryReasons } from '../../rules/core/delivery.ts';
import { isFault } from '../../rules/core/fault.ts';
import { checkTarget } from '../../rules/core/target.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { expectedVersion, ofDomain } from './edge.ts';
import { Gate } from './gate.ts';

const choice = { error: key('error:choice') };
const badSecret = keyWith('logForward:error.secret', { min: minSecret, max: maxSecret });

const Url = z.string().superRefine((text, context) => {
  const read = checkTarget(text, null);
  if (isFault(read)) context.addIssue({ code: 'custom', message: read.key, params: read.params });
});
const Secret = z.string().refine(isSecret, badSecret);

const fields = {
  kind: z.enum(targetKinds, choice).describe('How batches are sent: as HTTP POST requests.'),
  target: Url.describe('The https URL that batches are sent to. Plain http is accepted only for networks that the operator has allowed.'),
  format: z.enum(logFormats, choice).describe('`ndjson`: one entry per line. `json`: an array of entries.'),
  enabled: z.boolean().describe('While off, entries wait; they are sent once it is on again.'),
};

/** What the form checks itself. An empty secret means none, or no change to the existing one. */
export const LogTargetForm = z.object({
  target: fields.target,
  format: fields.format,
  secret: z.string().refine((text) => text === '' || isSecret(text), badSecret),
  enabled: fields.enabled,
});
export type LogTargetForm = z.output<typeof LogTargetForm>;

const Reason = z.enum(deliveryReasons).describe('For example `refused`, `timeout`, `certificate` or `status`.');

export const LogTarget = z
  .object({
    id: Id,
    kind: fields.kind,
    target: z.string().describe(fields.target.description ?? ''),
    format: fields.format,
    enabled: fields.enabled,
    signed: z.boolean().describe('Whether there is a secret. The secret itself is never returned.'),
    state: z.enum(targetStates),
    waiting: z.int().describe('Number of entries not delivered yet.'),
    lastDeliveredAt: Time.optional(),
    lastError: z
      .object({ reason: Reason, message: z.string().describe('In the caller’s language.'), at: Time })
      .optional()
      .describe('Why the last attempt failed; absent if it succeeded.'),
    failingSince: Time.optional(),
    nextTryAt: Time.optional().describe('With the state `failing`.'),
    suspendedAt: Time.optional().describe('When it was suspended after failing for a day.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'LogTarget' });
export type LogTarget = z.output<typeof LogTarget>;

const ofTarget = ofDomain.extend({ targetId: Id });
const one = z.object({ target: LogTarget });
const errors = ['plan:required', 'logForward:error.taken', 'target:error.closed', 'target:error.https'] as const;

export const logForward = group('logForward', 'domain', {
  list: get('/domain/logForward/list', {
    summary: 'List the log forwarding targets of a domain',
    input: ofDomain,
    output: z.object({ targets: z.array(LogTarget), limit: z.int(), gate: Gate }),
    example: { domainId: demo.domainId },
  }),
  create: post('/domain/logForward/create', {
    summary: 'Add a target; it receives entries from now on',
    input: ofDomain.extend({
      kind: fields.kind.default('http'),
      target: fields.target,
      format: fields.format.default('ndjson'),
      enabled: fields.enabled.default(true),
      secret: Secret.optional().describe('Signs each batch, 16 to 256 visible ASCII characters. Stored encrypted and never returned.'),
    }),
    output: one,
    success: 'logForward:created',
    errors: [...errors, 'logForward:error.limit'],
    example: {
      domainId: demo.domainId,
      kind: 'http',
      target: 'https://collector.example.com/audit',
      format: 'ndjson',
      secret: 'k3Vq9-rZt1xW8-mB5n',
      enabled: true,
    },
  }),
  update: post('/domain/logForward/update', {
    idempotent: true,
    summary: 'Change a target; omitted fields stay unchanged',
    input: ofTarget.extend({
      ...z.object(fields).partial().shape,
      secret: Secret.nullable().optional().describe('Omitted: unchanged. Null: batches are no longer signed.'),
      version: expectedVersion,
    }),
    output: one,
    success: 'logForward:updated',
    errors: [...errors, 'error:versionConflict'],
    example: { domainId: demo.domainId, targetId: demo.logTargetId, format: 'json' },
  }),
  delete: post('/domain/logForward/delete', {
    summary: 'Delete a target; undelivered entries are discarded',
    input: ofTarget,
    output: z.object({ done: z.literal(true) }),
    success: 'logForward:deleted',
    example: { domainId: demo.domainId, targetId: demo.logTargetId },
  }),
  test: post('/domain/logForward/test', {
    summary: 'Send one entry marked as a test, and return the result',
    input: ofTarget,
    output: z.object({
      result: z.object({
        ok: z.boolean().describe('Whether the target responded with 2xx.'),
        status: z.int().nullable().describe('HTTP status; null: no response.'),
        ms: z.int().describe('Milliseconds from the first packet to the response headers.'),
        reason: Reason.optional(),
        message: z.string().optional().describe('Why it failed, in the caller’s language.'),
      }),
    }),
    success: false,
    changes: false,
    errors: ['plan:required', 'error:tooManyRequests'],
    example: { domainId: demo.domainId, targetId: demo.logTargetId },
  }),
});
