import type { TicketPriority, TicketStatus } from '../../../lib/rules/support/ticket.ts';
import type { Tone } from '../../ui/icon.ts';
import type { StatusKind } from '../../ui/StatusBadge.tsx';

export const statusKinds: Record<TicketStatus, StatusKind> = {
  pending: 'waiting',
  active: 'progress',
  answered: 'ok',
  inactive: 'off',
  closed: 'off',
};

export const priorityTones: Record<TicketPriority, Tone> = { low: 'neutral', medium: 'neutral', high: 'danger' };
