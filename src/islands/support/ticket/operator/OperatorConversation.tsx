import { MessageSquare } from 'lucide-react';
import { useRead } from '../../../../browser/api/query.ts';
import { operatorTicket } from '../../../../lib/contract/support/operatorTicket.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import { href } from '../../../../lib/routes/index.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { DiagnosticsBlock } from '../DiagnosticsBlock.tsx';
import { statusKinds } from '../ticketStatus.ts';
import { AnswerComposer } from './AnswerComposer.tsx';
import { OperatorMessageCard } from './OperatorMessageCard.tsx';
import { TicketWork } from './TicketWork.tsx';

const POLL_MS = 15_000;

/** A ticket as support sees it: messages, internal notes, and what can be done. */
export default function OperatorConversation({ ticketId }: { ticketId: string }) {
  const t = useT();
  const read = useRead(operatorTicket.messages, { ticketId }, { pollMs: POLL_MS });
  const breadcrumb = [{ label: t('operatorTicket:title'), href: href('operatorTickets') }];
  if (!read.data)
    return (
      <>
        <PageHeader title={t('shell:route.operatorTicket')} breadcrumb={breadcrumb} breadcrumbLabel={t('operatorTicket:title')} />
        {read.error?.status === 404 ? (
          <Card>
            <EmptyState
              icon={MessageSquare}
              title={t('ticket:conversation.unknownTitle')}
              description={t('operatorTicket:unknownText')}
              action={<LinkButton href={href('operatorTickets')}>{t('ticket:conversation.back')}</LinkButton>}
            />
          </Card>
        ) : read.error ? (
          <LoadError
            title={t('ticket:conversation.loadFailed')}
            message={read.error.message}
            retryLabel={t('common:retry')}
            onRetry={() => void read.refetch()}
            busy={read.isFetching}
          />
        ) : (
          <Card>
            <Skeleton label={t('common:loading')} rows={8} />
          </Card>
        )}
      </>
    );
  const { ticket: shown, messages } = read.data;
  return (
    <>
      <PageHeader
        title={<bdi>{shown.title}</bdi>}
        breadcrumb={breadcrumb}
        breadcrumbLabel={t('operatorTicket:title')}
        badge={<StatusBadge kind={statusKinds[shown.status]}>{t(`ticket:status.${shown.status}`)}</StatusBadge>}
        description={
          <>
            <bdi dir="ltr" className="num">{`#${shown.number}`}</bdi>
            {` · ${shown.department.title} · ${shown.service.title}`}
          </>
        }
        stacked
      />
      <div className="dashboard-columns">
        <div className="grid min-w-0 gap-[18px]">
          {shown.hasDiagnostics && <DiagnosticsBlock ticketId={shown.id} call={operatorTicket.diagnostics} />}
          <section aria-label={t('ticket:conversation.messages')}>
            <ol className="grid gap-[18px]" aria-live="polite">
              {messages.map((message) => (
                <li key={message.id}>
                  <OperatorMessageCard message={message} />
                </li>
              ))}
            </ol>
          </section>
          <AnswerComposer key={shown.id} ticket={shown} />
        </div>
        <TicketWork ticket={shown} />
      </div>
    </>
  );
}
