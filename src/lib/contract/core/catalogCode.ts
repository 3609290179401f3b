import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { Id, Time } from '../fields.ts';

/* The fields of the codes that operators create: gift codes and vouchers. */

/** The largest amount of a top-up, a gift and a voucher, in mills. */
const MOST = 10_000_000;

export const codeAmount = z
  .int(key('catalogue:code.error.amount'))
  .min(10, key('catalogue:code.error.amount'))
  .max(MOST, key('catalogue:code.error.amount'))
  .multipleOf(10, key('catalogue:code.error.amount'));
export const codePercent = z
  .int(key('catalogue:code.error.percent'))
  .min(1, key('catalogue:code.error.percent'))
  .max(100, key('catalogue:code.error.percent'));

export const codeText = z
  .string(key('error:required'))
  .trim()
  .toUpperCase()
  .min(3, key('catalogue:code.error.code'))
  .max(40, key('error:tooLong'))
  .regex(/^[A-Z0-9-]+$/, key('catalogue:code.error.code'));

const maxUses = z
  .int(key('catalogue:code.error.uses'))
  .min(1, key('catalogue:code.error.uses'))
  .max(1_000_000, key('catalogue:code.error.uses'))
  .nullable()
  .default(null)
  .describe('By all customers together; each has one use. Null: no limit.');

/** What ends a code. */
export const codeLimits = { maxUses, expiresAt: Time.nullable().default(null) };

/** What can be changed in a code: its worth stays. */
export const CodeEdit = z.object({ ...codeLimits, enabled: z.boolean() });
export type CodeEdit = z.output<typeof CodeEdit>;

/** An existing code, as operators enter it in a call. */
export const existingCode = z.string().max(40, key('error:tooLong'));

/** Who used a code, and when. */
export const codeUse = { account: z.object({ id: Id, email: z.string() }), usedAt: Time };
