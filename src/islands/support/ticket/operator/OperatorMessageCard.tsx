import { Headset, StickyNote } from 'lucide-react';
import { type OperatorMessage, operatorTicket } from '../../../../lib/contract/support/operatorTicket.ts';
import { formatAge, formatDateTime } from '../../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Attachments } from '../Attachments.tsx';
import { Html } from '../Html.tsx';

/** A message with its author. Notes have their own color and label, so that they can't be mistaken for a reply. */
export function OperatorMessageCard({ message }: { message: OperatorMessage }) {
  const t = useT();
  const locale = currentLocale();
  const { author, isNote, by, html, createdAt, rating, attachments } = message;
  const Sign = isNote ? StickyNote : Headset;
  return (
    <Card className={isNote ? 'bg-warning-soft' : undefined}>
      <article className="grid gap-3">
        <header className="flex min-w-0 items-center gap-2.5">
          {author === 'support' ? (
            <span className="grid size-7 flex-none place-items-center rounded-full bg-brand-soft text-brand-text">
              <Sign aria-hidden className="size-4" />
            </span>
          ) : (
            <Avatar name={by} />
          )}
          <b className="min-w-0 truncate text-ui font-semibold text-text">
            <bdi dir="ltr">{by}</bdi>
          </b>
          {isNote ? (
            <Badge tone="warning">{t('operatorTicket:note')}</Badge>
          ) : (
            author === 'support' && <Badge tone="brand">{t('ticket:conversation.support')}</Badge>
          )}
          <time
            className={isNote ? 'ms-auto flex-none text-caption text-text-2' : 'ms-auto flex-none text-caption text-text-3'}
            dateTime={createdAt}
            title={formatDateTime(createdAt, locale)}
          >
            {formatAge(createdAt, locale)}
          </time>
        </header>
        <Html html={html} />
        {attachments.length > 0 && <Attachments files={attachments} call={operatorTicket.attachment} />}
        {rating && (
          <p className="text-help text-text-2">
            {t(rating.score === 'good' ? 'operatorTicket:rated.good' : 'operatorTicket:rated.bad')}
            {rating.note && (
              <>
                {' '}
                <bdi>{rating.note}</bdi>
              </>
            )}
          </p>
        )}
      </article>
    </Card>
  );
}
