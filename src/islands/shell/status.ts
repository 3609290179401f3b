import type { Domain } from '../../lib/contract/cdn/domain.ts';
import type { StatusKind } from '../ui/StatusBadge.tsx';

/** The active temporary mode of a domain with the highest priority. A domain stored on this device may not have these fields. */
export const domainMode = ({ underAttackUntil, developmentUntil }: Partial<Domain>): 'underAttack' | 'development' | null =>
  underAttackUntil ? 'underAttack' : developmentUntil ? 'development' : null;

/** The shape for a domain's state. */
export const statusKind: Record<Domain['status'], StatusKind> = {
  active: 'ok',
  inactive: 'off',
  pending: 'waiting',
  pendingNsChange: 'waiting',
};
