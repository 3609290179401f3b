import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { isFault } from '../rules/dns/fault.ts';
import { deliveryReasons, logFormats, maxSecret, minSecret, targetKinds, targetStates } from '../rules/logForward/options.ts';
import { checkTarget, isSecret } from '../rules/logForward/target.ts';
import { get, group, post } from './call.ts';
import { ofDomain, seenVersion } from './edge.ts';
import { demo, Id, Time } from './fields.ts';
import { Gate } from './gate.ts';
import { keyWith } from './issue.ts';

const choice = { error: key('error:choice') };
const badSecret = keyWith('logForward:error.secret', { min: minSecret, max: maxSecret });

const Url = z.string().superRefine((text, context) => {
  const read = checkTarget(text, null);
  if (isFault(read)) context.addIssue({ code: 'custom', message: read.key, params: read.params });
});
const Secret = z.string().refine(isSecret, badSecret);

const fields = {
  kind: z.enum(targetKinds, choice).describe('How batches are sent: a POST by HTTP.'),
  target: Url.describe('The https URL that batches are sent to. Plain http is accepted only where the operator has opened the network.'),
  format: z.enum(logFormats, choice).describe('`ndjson`: one entry a line. `json`: an array of entries.'),
  enabled: z.boolean().describe('Switched off, nothing is sent; what happens meanwhile is sent once it is on again.'),
};

/** What the form checks by itself. An empty secret is none, or the one that there is. */
export const LogTargetForm = z.object({
  target: fields.target,
  format: fields.format,
  secret: z.string().refine((text) => text === '' || isSecret(text), badSecret),
  enabled: fields.enabled,
});
export type LogTargetForm = z.output<typeof LogTargetForm>;

const Reason = z.enum(deliveryReasons).describe('As in "refused", "timeout", "certificate" or "status".');

export const LogTarget = z
  .object({
    id: Id,
    kind: fields.kind,
    target: z.string().describe(fields.target.description ?? ''),
    format: fields.format,
    enabled: fields.enabled,
    signed: z.boolean().describe('Whether there is a secret. It is never answered.'),
    state: z.enum(targetStates),
    waiting: z.int().describe('Entries that were not delivered yet.'),
    lastDeliveredAt: Time.optional(),
    lastError: z
      .object({ reason: Reason, message: z.string().describe('In the language of the caller.'), at: Time })
      .optional()
      .describe('Why the last try failed; absent when it went well.'),
    failingSince: Time.optional(),
    nextTryAt: Time.optional().describe('With the state "failing".'),
    suspendedAt: Time.optional().describe('When it was switched off because it had failed for a day.'),
    version: z.int().describe('Grows with each change; send it back with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'LogTarget' });
export type LogTarget = z.output<typeof LogTarget>;

const ofTarget = ofDomain.extend({ targetId: Id });
const one = z.object({ target: LogTarget });
const errors = ['plan:required', 'logForward:error.taken', 'logForward:error.closed', 'logForward:error.https'] as const;

export const logForward = group('logForward', {
  list: get('/domain/logForward/list', {
    summary: 'Where the activity log of a domain is sent to',
    input: ofDomain,
    output: z.object({ targets: z.array(LogTarget), limit: z.int(), gate: Gate }),
    example: { domainId: demo.domainId },
  }),
  create: post('/domain/logForward/create', {
    summary: 'Add a target; it begins with what happens from now on',
    input: ofDomain.extend({
      kind: fields.kind.default('http'),
      target: fields.target,
      format: fields.format.default('ndjson'),
      enabled: fields.enabled.default(true),
      secret: Secret.optional().describe('Signs each batch, 16 to 256 visible ASCII characters. It is kept sealed and never answered.'),
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
    summary: 'Change a target; fields that are absent stay',
    input: ofTarget.extend({
      ...z.object(fields).partial().shape,
      secret: Secret.nullable().optional().describe('Absent: the one that there is. Null: batches are not signed any more.'),
      version: seenVersion,
    }),
    output: one,
    success: 'logForward:updated',
    errors: [...errors, 'error:versionConflict'],
    example: { domainId: demo.domainId, targetId: demo.logTargetId, format: 'json' },
  }),
  delete: post('/domain/logForward/delete', {
    summary: 'Delete a target; what it has not received is not sent any more',
    input: ofTarget,
    output: z.object({ done: z.literal(true) }),
    success: 'logForward:deleted',
    example: { domainId: demo.domainId, targetId: demo.logTargetId },
  }),
  test: post('/domain/logForward/test', {
    summary: 'Send one entry that is marked as a test, and answer what came back',
    input: ofTarget,
    output: z.object({
      result: z.object({
        ok: z.boolean().describe('It was answered with 2xx.'),
        status: z.int().nullable().describe('HTTP status; null: there was no answer.'),
        ms: z.int().describe('From the first packet to the head of the answer.'),
        reason: Reason.optional(),
        message: z.string().optional().describe('Why it failed, in the language of the caller.'),
      }),
    }),
    success: false,
    changes: false,
    errors: ['plan:required', 'error:tooManyRequests'],
    example: { domainId: demo.domainId, targetId: demo.logTargetId },
  }),
});
