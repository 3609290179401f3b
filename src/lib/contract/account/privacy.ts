import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { Time } from '../fields.ts';

/** Longest consent with an end date. */
export const consentDays = 90;

const Privacy = z
  .object({
    supportAccess: z.boolean().describe('Support may see the panel, read-only.'),
    supportAccessUntil: Time.nullable().describe('When the consent ends; null: when it is withdrawn, or there is none.'),
  })
  .meta({ id: 'Privacy' });
export type Privacy = z.infer<typeof Privacy>;

export const privacy = group('privacy', 'account', {
  get: get('/auth/privacy/get', { summary: 'Get the privacy settings', output: z.object({ privacy: Privacy }) }),
  update: post('/auth/privacy/update', {
    idempotent: true,
    summary: 'Allow support to see the panel, read-only, or withdraw the consent, which ends open views',
    input: z.object({
      supportAccess: z.boolean(),
      supportAccessUntil: Time.nullable().optional().describe(`At most ${consentDays} days ahead; absent or null: until it is withdrawn.`),
    }),
    output: z.object({ privacy: Privacy }),
    success: 'privacy:saved',
    errors: [key('privacy:error.until')],
    example: { supportAccess: true, supportAccessUntil: null },
  }),
});
