import { Clock, ClockAlert } from 'lucide-react';
import { formatAge, formatDateTime, formatElapsed } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { NoticeRow } from '../../ui/NoticeRow.tsx';
import type { Today } from './Desk.tsx';

type Part = Today['queue'][number];

/** The pending items of one kind, most urgent first. */
export function QueueCard({ part: { kind, total, items } }: { part: Part }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Card
      flush
      line={total === 0}
      title={t(`operatorDesk:kind.${kind}`)}
      sub={total > 0 && t('operatorDesk:waiting', counted(total, locale))}
      actions={
        kind === 'ticket' && (
          <LinkButton size="sm" href={href('operatorTickets')}>
            {t('operatorDesk:allTickets')}
          </LinkButton>
        )
      }
    >
      {total === 0 ? (
        <p className="px-5 py-6 text-ui text-text-3">{t('operatorDesk:nothing')}</p>
      ) : (
        <ul className="notices">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
      {kind === 'dedicatedIp' && <p className="px-5 py-3 text-help text-text-3">{t('operatorDesk:dedicatedIpHelp')}</p>}
    </Card>
  );
}

function Item({ item: { title, account, since, dueAt, link } }: { item: Part['items'][number] }) {
  const t = useT();
  const locale = currentLocale();
  const isLate = dueAt !== null && Date.parse(dueAt) < Date.now();
  return (
    <NoticeRow
      sign={isLate ? <ClockAlert aria-hidden /> : <Clock aria-hidden />}
      tone={isLate ? 'danger' : 'neutral'}
      title={<bdi>{title}</bdi>}
      description={
        <>
          <bdi dir="ltr">{account}</bdi>
          {dueAt !== null && (
            <>
              {' · '}
              <span className={isLate ? 'text-danger' : undefined}>
                {isLate
                  ? t('operatorDesk:wasDue', { time: formatElapsed(dueAt, locale) })
                  : t('operatorDesk:due', { time: formatAge(dueAt, locale) })}
              </span>
            </>
          )}
        </>
      }
      dateTime={since}
      age={formatAge(since, locale)}
      time={formatDateTime(since, locale)}
      href={link ?? undefined}
    />
  );
}
