import { Lock, LockOpen, MessageSquare } from 'lucide-react';
import type { OperatorTicket } from '../../../../lib/contract/support/operatorTicket.ts';
import { formatAge, formatDateTime } from '../../../../lib/format/date.ts';
import { comparedIn } from '../../../../lib/format/order.ts';
import { currentLocale, t } from '../../../../lib/i18n/react.tsx';
import { href } from '../../../../lib/routes/index.ts';
import {
  openStatuses,
  operatorTransitions,
  type TicketStatus,
  ticketPriorities,
  ticketStatuses,
} from '../../../../lib/rules/support/ticket.ts';
import type { Column, Filter, RowMenu } from '../../../ui/DataTable.tsx';
import { StatusBadge, StatusText } from '../../../ui/StatusBadge.tsx';
import { TicketTitle } from '../TicketTitle.tsx';
import { statusKinds } from '../ticketStatus.ts';
import { DueText } from './DueText.tsx';

const statusText = ({ status }: OperatorTicket) => t(`ticket:status.${status}`);
const numberText = ({ number }: OperatorTicket) => `#${number}`;
const aboutText = ({ domain, server }: OperatorTicket) => domain?.name ?? server?.name ?? '';
const dueTime = ({ dueAt }: OperatorTicket) => (dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt));

/** @param compact at 1190 px or less, where the assignee and the priority are hidden */
export const queueColumns = (compact: boolean, isClosed: boolean): readonly Column<OperatorTicket>[] => [
  {
    key: 'title',
    title: t('ticket:column.title'),
    cell: (ticket) => (
      <span className="block min-w-0 sm:-my-1.5">
        <TicketTitle href={href('operatorTicket', { ticket: ticket.id })} title={ticket.title} />
        <span className="mt-0.5 block truncate text-caption text-text-3">
          <bdi dir="ltr" className="num">
            {numberText(ticket)}
          </bdi>
          {' · '}
          <bdi dir="ltr">{ticket.account.email}</bdi>
          {` · ${ticket.service.title}`}
        </span>
      </span>
    ),
    place: 'title',
    sort: ({ title }) => title,
    search: (ticket) => `${numberText(ticket)}\n${ticket.title}\n${ticket.account.email}\n${aboutText(ticket)}`,
    csv: ({ title }) => title,
  },
  {
    key: 'status',
    title: t('ticket:column.status'),
    cell: isClosed ? undefined : (ticket) => <StatusBadge kind={statusKinds[ticket.status]}>{statusText(ticket)}</StatusBadge>,
    width: '148px',
    sort: ({ status }) => ticketStatuses.indexOf(status),
    csv: statusText,
  },
  {
    key: 'priority',
    title: t('ticket:column.priority'),
    cell: compact ? undefined : ({ priority }) => t(`ticket:priority.${priority}`),
    width: '96px',
    sort: ({ priority }) => ticketPriorities.indexOf(priority),
    csv: ({ priority }) => t(`ticket:priority.${priority}`),
  },
  {
    key: 'assignee',
    title: t('operatorTicket:column.assignee'),
    cell: compact
      ? undefined
      : ({ assignee }) =>
          assignee ? (
            <bdi dir="ltr" className="block truncate" title={assignee.email}>
              {assignee.email.split('@')[0]}
            </bdi>
          ) : (
            <span className="text-text-3">{t('operatorTicket:nobody')}</span>
          ),
    width: '132px',
    sort: ({ assignee }) => assignee?.email ?? '',
    csv: ({ assignee }) => assignee?.email ?? '',
  },
  {
    key: 'dueAt',
    title: t('operatorTicket:column.due'),
    cell: isClosed
      ? undefined
      : (ticket) => (
          <>
            <span className="sm:hidden">
              <StatusText kind={statusKinds[ticket.status]}>{statusText(ticket)}</StatusText>
              {' · '}
            </span>
            <DueText dueAt={ticket.dueAt} />
          </>
        ),
    width: '148px',
    place: 'sub',
    sort: dueTime,
    csv: ({ dueAt }) => dueAt ?? '',
  },
  {
    key: 'updatedAt',
    title: t('ticket:column.updated'),
    cell: isClosed
      ? ({ updatedAt }) => (
          <time dateTime={updatedAt} title={formatDateTime(updatedAt, currentLocale())}>
            {formatAge(updatedAt, currentLocale())}
          </time>
        )
      : undefined,
    width: '148px',
    ...(isClosed && { place: 'sub' as const }),
    sort: ({ updatedAt }) => Date.parse(updatedAt),
    csv: ({ updatedAt }) => updatedAt,
  },
  { key: 'number', title: t('ticket:column.number'), sort: ({ number }) => number, csv: ({ number }) => number },
  { key: 'account', title: t('operatorTicket:column.account'), csv: ({ account }) => account.email },
  { key: 'about', title: t('ticket:column.about'), csv: aboutText },
  { key: 'createdAt', title: t('ticket:column.created'), csv: ({ createdAt }) => createdAt },
];

export const queueFilters = (tickets: readonly OperatorTicket[], isClosed: boolean): readonly Filter<OperatorTicket>[] => [
  ...(isClosed
    ? []
    : [
        {
          key: 'status',
          label: t('ticket:column.status'),
          value: ({ status }: OperatorTicket) => status,
          options: openStatuses.map((status) => ({ value: status, label: t(`ticket:status.${status}`) })),
        },
      ]),
  {
    key: 'assignee',
    label: t('operatorTicket:column.assignee'),
    value: ({ assignee }) => assignee?.email ?? 'nobody',
    options: [
      { value: 'nobody', label: t('operatorTicket:nobody') },
      ...[...new Set(tickets.flatMap(({ assignee }) => assignee?.email ?? []))]
        .sort(comparedIn(currentLocale()))
        .map((email) => ({ value: email, label: email })),
    ],
    as: 'select',
    all: t('operatorTicket:column.assignee'),
  },
  {
    key: 'priority',
    label: t('ticket:column.priority'),
    value: ({ priority }) => priority,
    options: ticketPriorities.map((priority) => ({ value: priority, label: t(`ticket:priority.${priority}`) })),
    as: 'select',
    all: t('ticket:column.priority'),
  },
];

export const queueMenu = (onStatus: (ticketId: string, status: TicketStatus) => void): RowMenu<OperatorTicket> => ({
  label: (ticket) => t('ticket:menu.label', { number: numberText(ticket) }),
  title: ({ title }) => title,
  items: ({ id, status }) => [
    { key: 'open', label: t('ticket:menu.open'), icon: MessageSquare, href: href('operatorTicket', { ticket: id }) },
    operatorTransitions[status].includes('closed')
      ? { key: 'close', label: t('ticket:conversation.close'), icon: Lock, group: true, onSelect: () => onStatus(id, 'closed') }
      : { key: 'reopen', label: t('ticket:conversation.reopen'), icon: LockOpen, group: true, onSelect: () => onStatus(id, 'active') },
  ],
});
