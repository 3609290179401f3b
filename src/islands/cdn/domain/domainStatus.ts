import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { StatusKind } from '../../ui/StatusBadge.tsx';

/** The shape for a status. */
export const statusKinds: Record<Domain['status'], StatusKind> = {
  active: 'ok',
  inactive: 'off',
  pending: 'waiting',
  pendingNsChange: 'waiting',
};
