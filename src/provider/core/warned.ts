import type { z } from 'zod';
import type { Warning } from '../../lib/contract/fields.ts';
import type { Fault } from '../../lib/rules/core/fault.ts';
import type { CallCtx } from './implement.ts';

/** What a call saved although it is probably not intended, in the caller's language. Null entries: nothing. */
export const warned = ({ t }: Pick<CallCtx, 't'>, faults: readonly (Fault | null)[]): z.output<typeof Warning>[] =>
  faults.flatMap((fault) => (fault ? [{ code: fault.key, message: t(fault.key, fault.params) }] : []));
