import { z } from 'zod';
import { deliveryReasons } from '../../rules/core/delivery.ts';
import { isFault } from '../../rules/core/fault.ts';
import { checkTarget } from '../../rules/core/target.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

export const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    enabled: z.boolean(),
    state: z.enum(['ready', 'failing', 'suspended', 'off']).describe('`suspended`: turned off because it failed for a day.'),
    waiting: z.int().describe('Notifications that it has yet to receive.'),
    lastDeliveredAt: Time.optional(),
    lastError: z.object({ reason: z.enum(deliveryReasons), message: z.string() }).optional(),
    nextTryAt: Time.optional(),
    createdAt: Time,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** The form alone is checked here; where a name leads is the provider's to know. */
export const WebhookForm = z.object({
  url: z.string().transform((text, context) => {
    const url = checkTarget(text, null);
    if (!isFault(url)) return url.href;
    context.addIssue({ code: 'custom', message: url.key, params: url.params });
    return z.NEVER;
  }),
});

const ofWebhook = z.object({ webhookId: Id });
const output = z.object({ webhook: Webhook });

export const webhook = group('webhook', 'account', {
  list: get('/notification/webhook/list', {
    summary: 'List the webhooks of the account',
    output: z.object({ webhooks: z.array(Webhook) }),
  }),
  create: post('/notification/webhook/create', {
    summary: 'Add a webhook; the response contains its signing secret, which isn’t shown again',
    input: WebhookForm,
    output: output.extend({ secret: z.string().describe('Signs every delivery with HMAC-SHA-256.') }),
    success: 'notificationSetting:webhook.added',
    errors: [
      'notificationSetting:webhook.error.limit',
      'notificationSetting:webhook.error.taken',
      'target:error.hostClosed',
      'target:error.https',
    ],
    example: { url: 'https://hooks.nasim.example/in' },
  }),
  update: post('/notification/webhook/update', {
    idempotent: true,
    summary: 'Turn a webhook on or off',
    input: ofWebhook.extend({ enabled: z.boolean() }),
    output,
    success: 'notificationSetting:saved',
    example: { webhookId: demo.webhookId, enabled: false },
  }),
  test: post('/notification/webhook/test', {
    summary: 'Send a test notification now and return the response',
    input: ofWebhook,
    output: z.object({
      result: z.object({
        ok: z.boolean(),
        status: z.int().nullable().describe('HTTP status; null: there was no response.'),
        ms: z.int(),
        message: z.string().optional().describe('Why it failed.'),
      }),
    }),
    success: false,
    changes: false,
    errors: ['error:tooManyRequests'],
    example: { webhookId: demo.webhookId },
  }),
  delete: post('/notification/webhook/delete', {
    summary: 'Delete a webhook and its pending deliveries',
    input: ofWebhook,
    output: z.object({ done: z.literal(true) }),
    success: 'notificationSetting:webhook.deleted',
    example: { webhookId: demo.webhookId },
  }),
});
