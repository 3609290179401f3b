import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { requestIdPattern } from '../../rules/core/requestId.ts';
import { Time } from '../fields.ts';

export const DiagnosticsSection = z
  .object({ title: z.string(), entries: z.array(z.object({ name: z.string(), value: z.string() })) })
  .meta({ id: 'DiagnosticsSection' });
export type DiagnosticsSection = z.output<typeof DiagnosticsSection>;

/** A call that failed in the customer's browser, by the id under which the provider has logged it. */
export const FailedCall = z
  .object({
    requestId: z.string().regex(requestIdPattern, key('error:invalid')),
    path: z.string().max(100, key('error:invalid')).describe('Of a call of this API.'),
    status: z.int().min(400).max(599),
    time: Time,
  })
  .meta({ id: 'FailedCall' });
export type FailedCall = z.output<typeof FailedCall>;

/** A snapshot of a domain or server that the customer attached, without secrets. */
export const Diagnostics = z
  .object({ takenAt: Time, sections: z.array(DiagnosticsSection), failed: z.array(FailedCall) })
  .meta({ id: 'Diagnostics' });
export type Diagnostics = z.output<typeof Diagnostics>;
