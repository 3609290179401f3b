import type { LogTarget } from '../../../lib/contract/cdn/logForward.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { TargetState } from '../../../lib/rules/cdn/logForward/options.ts';
import { linkHost } from '../../../lib/rules/core/target.ts';
import { iso } from '../../../lib/time.ts';
import type { Services } from '../../core/services.ts';
import type { LogTargetRow } from '../../db/schema.ts';
import { seal, unseal } from '../../kernel/seal.ts';

const SEALED_FOR = 'logForward';

/** A secret for the store, sealed for one target: another target can't open it. */
export const sealSecret = ({ secrets }: Pick<Services, 'secrets'>, targetId: string, secret: string): string =>
  seal(secrets.code, SEALED_FOR, targetId, secret);
export const openSecret = ({ secrets }: Pick<Services, 'secrets'>, { id, secret }: Pick<LogTargetRow, 'id' | 'secret'>): string | null =>
  secret === null ? null : unseal(secrets.code, SEALED_FOR, id, secret);

/** No known failure: a new target, one that has just received something, or one that its customer has changed. */
export const unharmed = { attempts: 0, failingSince: null, failedAt: null, nextAttemptAt: 0, reason: null, status: null } as const;

function targetState({ enabled, suspendedAt, failingSince }: LogTargetRow, waiting: number, isAllowed: boolean): TargetState {
  if (suspendedAt !== null) return 'suspended';
  if (!enabled) return 'off';
  if (!isAllowed) return 'paused';
  if (failingSince !== null) return 'failing';
  return waiting > 0 ? 'waiting' : 'delivering';
}

/**
 * A target as the contract returns it.
 * @param newest place of the newest entry of its domain
 * @param isAllowed whether the plan has log forwarding
 */
export function showTarget(t: Translate, row: LogTargetRow, newest: number, isAllowed: boolean): LogTarget {
  const { deliveredAt, failingSince, failedAt, nextAttemptAt, suspendedAt, reason, status } = row;
  const waiting = Math.max(0, newest - Number(row.place));
  const state = targetState(row, waiting, isAllowed);
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    format: row.format,
    enabled: row.enabled,
    signed: row.secret !== null,
    state,
    waiting,
    ...(deliveredAt !== null && { lastDeliveredAt: iso(deliveredAt) }),
    ...(reason !== null && failedAt !== null && { lastError: { reason, message: formatReason(t, reason, status), at: iso(failedAt) } }),
    ...(failingSince !== null && { failingSince: iso(failingSince) }),
    ...(state === 'failing' && { nextTryAt: iso(nextAttemptAt) }),
    ...(suspendedAt !== null && { suspendedAt: iso(suspendedAt) }),
    version: row.version,
    updatedAt: iso(row.updatedAt),
  };
}

export const formatReason = (t: Translate, reason: NonNullable<LogTargetRow['reason']>, status: number | null): string =>
  t(`target:reason.${reason}`, { status: status ?? '' });

/** A target as recorded in the change log: entries of it are sent to other targets, and a URL's path or query can contain a key. */
export const forLog = ({ kind, target, format, enabled, secret }: LogTargetRow) => ({
  kind,
  target: `${new URL(target).origin}/…`,
  format,
  enabled,
  signed: secret !== null,
});
export const toEntity = ({ id, target }: Pick<LogTargetRow, 'id' | 'target'>) => ({ type: 'logForward', id, name: linkHost(target) });
