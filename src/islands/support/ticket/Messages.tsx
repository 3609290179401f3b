import { useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type TicketMessage, ticket } from '../../../lib/contract/support/ticket.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MessageCard } from './MessageCard.tsx';

/** The messages of a ticket, oldest first. Earlier pages are read when they are asked for, and stay live as the newest one does. */
export function Messages({ ticketId }: { ticketId: string }) {
  const t = useT();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return (
    <section aria-label={t('ticket:conversation.messages')} className="grid gap-[18px]">
      <ol className="contents" aria-live="polite">
        {/* The last cursor is the earliest page. */}
        {[...cursors].reverse().map((cursor, index) => (
          <Page key={cursor} ticketId={ticketId} cursor={cursor} onEarlier={index === 0 ? add : undefined} />
        ))}
        <Page ticketId={ticketId} onEarlier={cursors.length === 0 ? add : undefined} />
      </ol>
    </section>
  );

  function add(cursor: string): void {
    setCursors((before) => [...before, cursor]);
  }
}

interface PageProps {
  ticketId: string;
  cursor?: string;
  /** Shows the page before this one; the earliest page has it. */
  onEarlier?: ((cursor: string) => void) | undefined;
}

function Page({ ticketId, cursor, onEarlier }: PageProps) {
  const t = useT();
  const read = useRead(ticket.messages, { ticketId, ...(cursor && { cursor }) });
  if (read.error && !read.data)
    return (
      <li>
        <LoadError
          title={t('ticket:conversation.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      </li>
    );
  if (!read.data)
    return (
      <li>
        <Card>
          <Skeleton label={t('common:loading')} rows={5} />
        </Card>
      </li>
    );
  const { messages, nextCursor } = read.data;
  return (
    <>
      {nextCursor && onEarlier && (
        <li className="justify-self-center">
          <Button size="sm" onClick={() => onEarlier(nextCursor)}>
            {t('ticket:conversation.earlier')}
          </Button>
        </li>
      )}
      {messages.map((message: TicketMessage) => (
        <li key={message.id}>
          <MessageCard ticketId={ticketId} message={message} />
        </li>
      ))}
    </>
  );
}
