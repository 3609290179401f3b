import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { Time } from '../fields.ts';

const ofRequest = z.object({
  requestId: z
    .string()
    .trim()
    .min(1, key('error:required'))
    .max(100, key('error:tooLong'))
    .describe('As in the header `x-request-id` and on the block page.'),
});

export const Why = z
  .object({
    requestId: z.string(),
    host: z.string(),
    time: Time,
    layer: z.string(),
    message: z.string().describe('The reason as a sentence, in the caller’s language.'),
  })
  .meta({ id: 'Why' });
export type Why = z.output<typeof Why>;

export const why = group('why', null, {
  get: get('/edge/why', {
    summary: 'Why a security layer stopped a request of the last 24 hours; for the visitor, who needs only its ID',
    access: 'public',
    input: ofRequest,
    output: z.object({ why: Why }),
    example: { requestId: '0' },
    exampleStatus: 404,
  }),
  report: post('/edge/why/report', {
    summary: 'Report to the owner of the site that a request was stopped by mistake; once for each request',
    access: 'public',
    input: ofRequest,
    output: z.object({ sent: z.literal(true) }),
    success: false,
    changes: false,
    example: { requestId: '0' },
    // No edge has reported a request.
    exampleStatus: 404,
  }),
});
