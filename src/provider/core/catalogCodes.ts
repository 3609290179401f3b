import { refuseField } from '../kernel/refusal.ts';
import { differing } from './catalogItems.ts';
import type { CallCtx } from './implement.ts';

/* What gift codes and vouchers have in common: their limits, as operators set them. */

interface Limits {
  maxUses: number | null;
  expiresAt: string | null;
}
type State = Limits & { enabled: boolean };

/** How many uses of a code are listed at most. */
export const LISTED_USES = 200;

export const parseIsoTime = (iso: string | null) => (iso === null ? null : Date.parse(iso));

/** @throws Refusal 422 */
export function requireFuture({ now }: Pick<CallCtx, 'now'>, expiresAt: string | null): void {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) refuseField('expiresAt', 'catalogue:code.error.past');
}

/**
 * A limit can't be lower than the uses so far, nor a new expiry in the past.
 * @throws Refusal 422
 */
export function requireLimits(ctx: Pick<CallCtx, 'now'>, { maxUses, expiresAt }: Limits, match: Limits & { used: number }): void {
  if (expiresAt !== match.expiresAt) requireFuture(ctx, expiresAt);
  if (maxUses !== null && maxUses < match.used)
    refuseField('maxUses', 'catalogue:code.error.belowUsed', { count: match.used, n: match.used });
}

/** The lines of a preview for the limits of a new code. */
export const newLimits = ({ t }: Pick<CallCtx, 't'>, { maxUses, expiresAt }: Limits) =>
  differing([
    { label: t('catalogue:code.field.maxUses'), kind: 'count', before: null, after: maxUses },
    { label: t('catalogue:code.field.expiresAt'), kind: 'time', before: null, after: expiresAt },
  ]);

/** The lines of a preview for what changes in a code. */
export function changedLimits({ t }: Pick<CallCtx, 't'>, before: State, after: State) {
  const state = (on: boolean) => t(on ? 'catalogue:code.state.on' : 'catalogue:code.state.off');
  return differing([
    { label: t('catalogue:code.field.maxUses'), kind: 'count', before: before.maxUses, after: after.maxUses },
    { label: t('catalogue:code.field.expiresAt'), kind: 'time', before: before.expiresAt, after: after.expiresAt },
    { label: t('catalogue:code.field.enabled'), kind: 'text', before: state(before.enabled), after: state(after.enabled) },
  ]);
}
