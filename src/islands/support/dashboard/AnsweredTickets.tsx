import { useRead } from '../../../browser/api/query.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { answeredTickets } from '../../../lib/reads.ts';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';

/** Tickets that support has answered and that wait for the customer, on the dashboard. Absent without one. */
export default function AnsweredTickets() {
  const t = useT();
  const locale = currentLocale();
  const tickets = useRead(ticket.list, answeredTickets).data?.tickets ?? [];
  if (tickets.length === 0) return null;
  return (
    <Card
      flush
      line
      title={t('ticket:dashboard.title')}
      actions={
        <a className="link" href={href('tickets')}>
          {t('ticket:dashboard.all')}
        </a>
      }
    >
      <ul>
        {tickets.map(({ id, number, title, updatedAt }) => (
          <li key={id} className="border-border not-first:border-t">
            <a href={href('ticket', { ticket: id })} className="grid gap-0.5 px-[18px] py-3 hover:bg-hover">
              <span className="truncate text-ui font-semibold text-text">
                <bdi>{title}</bdi>
              </span>
              <span className="text-caption text-text-3">
                <bdi dir="ltr" className="num">{`#${number}`}</bdi>
                {' · '}
                <time dateTime={updatedAt} title={formatDateTime(updatedAt, locale)}>
                  {t('ticket:dashboard.answered', { age: formatAge(updatedAt, locale) })}
                </time>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
