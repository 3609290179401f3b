import type { Domain } from '../../lib/contract/cdn/domain.ts';
import type { StatusKind } from '../ui/StatusBadge.tsx';

/** The mode of a domain that ends by itself and is on: the one that matters most. A domain that was kept on this device may lack them. */
export const modeOf = ({ underAttackUntil, developmentUntil }: Partial<Domain>): 'underAttack' | 'development' | null =>
  underAttackUntil ? 'underAttack' : developmentUntil ? 'development' : null;

/** The shape of a domain's state. */
export const statusKind: Record<Domain['status'], StatusKind> = {
  active: 'ok',
  inactive: 'off',
  pending: 'waiting',
  pendingNsChange: 'waiting',
};
