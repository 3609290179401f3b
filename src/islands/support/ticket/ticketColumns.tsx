import { Lock, LockOpen, MessageSquare } from 'lucide-react';
import type { Ticket } from '../../../lib/contract/support/ticket.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { canCustomer, openStatuses, ticketPriorities, ticketStatuses } from '../../../lib/rules/support/ticket.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge, StatusText } from '../../ui/StatusBadge.tsx';
import { TicketTitle } from './TicketTitle.tsx';
import { statusKinds } from './ticketStatus.ts';

const statusText = ({ status }: Ticket) => t(`ticket:status.${status}`);
const aboutText = ({ domain, server }: Ticket) => domain?.name ?? server?.name ?? '';
/** `#1042`: a technical name, left to right in every language. */
const numberText = ({ number }: Ticket) => `#${number}`;

export const ticketColumns = (isClosed: boolean): readonly Column<Ticket>[] => [
  {
    key: 'title',
    title: t('ticket:column.title'),
    cell: (ticket) => (
      <span className="block min-w-0 sm:-my-1.5">
        <TicketTitle href={href('ticket', { ticket: ticket.id })} title={ticket.title} />
        <span className="mt-0.5 block truncate text-caption text-text-3">
          <bdi dir="ltr" className="num">
            {numberText(ticket)}
          </bdi>
          {` · ${ticket.service.title}`}
          {aboutText(ticket) && (
            <>
              {' · '}
              <bdi dir="ltr">{aboutText(ticket)}</bdi>
            </>
          )}
        </span>
      </span>
    ),
    place: 'title',
    sort: ({ title }) => title,
    search: (ticket) => `${numberText(ticket)}\n${ticket.title}\n${aboutText(ticket)}`,
    csv: ({ title }) => title,
  },
  {
    key: 'status',
    title: t('ticket:column.status'),
    cell: isClosed ? undefined : (ticket) => <StatusBadge kind={statusKinds[ticket.status]}>{statusText(ticket)}</StatusBadge>,
    width: '168px',
    sort: ({ status }) => ticketStatuses.indexOf(status),
    csv: statusText,
  },
  {
    key: 'department',
    title: t('ticket:column.department'),
    cell: ({ department }) => department.title,
    width: '128px',
    narrow: 'hidden',
    sort: ({ department }) => department.title,
    csv: ({ department }) => department.title,
  },
  {
    key: 'priority',
    title: t('ticket:column.priority'),
    cell: ({ priority }) => t(`ticket:priority.${priority}`),
    width: '112px',
    narrow: 'hidden',
    sort: ({ priority }) => ticketPriorities.indexOf(priority),
    csv: ({ priority }) => t(`ticket:priority.${priority}`),
  },
  {
    key: 'updatedAt',
    title: t('ticket:column.updated'),
    cell: (ticket) => (
      <>
        {!isClosed && (
          <span className="sm:hidden">
            <StatusText kind={statusKinds[ticket.status]}>{statusText(ticket)}</StatusText>
            {' · '}
          </span>
        )}
        <time dateTime={ticket.updatedAt} title={formatDateTime(ticket.updatedAt, currentLocale())}>
          {formatAge(ticket.updatedAt, currentLocale())}
        </time>
      </>
    ),
    width: '148px',
    place: 'sub',
    sort: ({ updatedAt }) => Date.parse(updatedAt),
    csv: ({ updatedAt }) => updatedAt,
  },
  { key: 'number', title: t('ticket:column.number'), sort: ({ number }) => number, csv: ({ number }) => number },
  { key: 'createdAt', title: t('ticket:column.created'), csv: ({ createdAt }) => createdAt },
  { key: 'about', title: t('ticket:column.about'), csv: aboutText },
];

export const ticketFilters = (isClosed: boolean): readonly Filter<Ticket>[] => [
  ...(isClosed
    ? []
    : [
        {
          key: 'status',
          label: t('ticket:column.status'),
          value: ({ status }: Ticket) => status,
          options: openStatuses.map((status) => ({ value: status, label: t(`ticket:status.${status}`) })),
        },
      ]),
  {
    key: 'priority',
    label: t('ticket:column.priority'),
    value: ({ priority }) => priority,
    options: ticketPriorities.map((priority) => ({ value: priority, label: t(`ticket:priority.${priority}`) })),
    as: 'select',
    all: t('ticket:column.priority'),
  },
];

export interface TicketActions {
  onClose: (ticket: Ticket) => void;
  onReopen: (ticket: Ticket) => void;
}

export const ticketMenu = ({ onClose, onReopen }: TicketActions): RowMenu<Ticket> => ({
  label: (ticket) => t('ticket:menu.label', { number: numberText(ticket) }),
  title: ({ title }) => title,
  items: (ticket) => [
    { key: 'open', label: t('ticket:menu.open'), icon: MessageSquare, href: href('ticket', { ticket: ticket.id }) },
    ...(canCustomer(ticket.status, 'close')
      ? [
          {
            key: 'close',
            label: t('ticket:conversation.close'),
            icon: Lock,
            group: true as const,
            changes: true,
            onSelect: () => onClose(ticket),
          },
        ]
      : []),
    ...(canCustomer(ticket.status, 'reopen')
      ? [
          {
            key: 'reopen',
            label: t('ticket:conversation.reopen'),
            icon: LockOpen,
            group: true as const,
            changes: true,
            onSelect: () => onReopen(ticket),
          },
        ]
      : []),
  ],
});
