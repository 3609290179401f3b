import type { Domain } from '../../lib/contract/domain.ts';
import type { StatusKind } from '../ui/StatusBadge.tsx';

/** The shape of a domain's state (ui/guide.md appendix C). */
export const statusKind: Record<Domain['status'], StatusKind> = {
  active: 'ok',
  inactive: 'off',
  pending: 'waiting',
  pendingNsChange: 'waiting',
};
