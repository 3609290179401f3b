import type { ReactNode } from 'react';
import type { Ticket } from '../../../lib/contract/support/ticket.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { priorityTones } from './ticketStatus.ts';

/** The facts of a ticket, beside its messages. */
export function TicketDetails({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const locale = currentLocale();
  const { priority, domain, server, createdAt, updatedAt } = ticket;
  const about = domain ?? server;
  const item = (key: 'priority' | 'created' | 'updated', value: ReactNode) => ({ key, label: t(`ticket:column.${key}`), value });
  return (
    <Card title={t('ticket:conversation.details')} line>
      <KeyValueList
        items={[
          item('priority', <Badge tone={priorityTones[priority]}>{t(`ticket:priority.${priority}`)}</Badge>),
          ...(about
            ? [
                {
                  key: 'about',
                  label: t(domain ? 'ticket:domain' : 'ticket:server'),
                  value:
                    about.id === null ? (
                      t('ticket:conversation.removed', { name: about.name })
                    ) : (
                      <a className="link" href={domain ? href('overview', { domain: about.name }) : href('server', { id: about.id })}>
                        <bdi dir="ltr">{about.name}</bdi>
                      </a>
                    ),
                },
              ]
            : []),
          item('created', formatDateTime(createdAt, locale)),
          item('updated', formatDateTime(updatedAt, locale)),
        ]}
      />
    </Card>
  );
}
