import type { AccountSuspension } from '../../lib/contract/core/suspension.ts';
import { iso } from '../../lib/time.ts';
import type { User } from '../db/schema.ts';

/** The suspension of an account as its customer and operators read it; null: it isn't suspended. */
export const showSuspension = ({
  suspendedAt,
  suspendReason,
  suspendText,
}: Pick<User, 'suspendedAt' | 'suspendReason' | 'suspendText'>): AccountSuspension | null =>
  suspendedAt === null ? null : { since: iso(suspendedAt), reason: suspendReason ?? 'other', text: suspendText ?? '' };
