import { Headset } from 'lucide-react';
import type { TicketMessage } from '../../../lib/contract/support/ticket.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Attachments } from './Attachments.tsx';
import { Html } from './Html.tsx';
import { Rating } from './Rating.tsx';

/** One message. Support answers under its own name; the customer's side shows who of the account wrote. */
export function MessageCard({ ticketId, message }: { ticketId: string; message: TicketMessage }) {
  const t = useT();
  const locale = currentLocale();
  const { id, author, name, html, createdAt, rating, attachments } = message;
  const isSupport = author === 'support';
  return (
    <Card>
      <article className="grid gap-3">
        <header className="flex min-w-0 items-center gap-2.5">
          {isSupport ? (
            <span className="grid size-7 flex-none place-items-center rounded-full bg-brand-soft text-brand-text">
              <Headset aria-hidden className="size-4" />
            </span>
          ) : (
            <Avatar name={name} />
          )}
          <b className="min-w-0 truncate text-ui font-semibold text-text">
            {isSupport ? t('ticket:conversation.support') : <bdi>{name}</bdi>}
          </b>
          <time className="ms-auto flex-none text-caption text-text-3" dateTime={createdAt} title={formatDateTime(createdAt, locale)}>
            {formatAge(createdAt, locale)}
          </time>
        </header>
        <Html html={html} />
        {attachments.length > 0 && <Attachments files={attachments} />}
        {isSupport && <Rating ticketId={ticketId} replyId={id} rating={rating} />}
      </article>
    </Card>
  );
}
