import { Lock, LockOpen, MessageSquare } from 'lucide-react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { type Ticket, ticket } from '../../../lib/contract/support/ticket.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { canCustomer } from '../../../lib/rules/support/ticket.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Composer } from './Composer.tsx';
import { DiagnosticsBlock } from './DiagnosticsBlock.tsx';
import { Messages } from './Messages.tsx';
import { ReplyTime } from './ReplyTime.tsx';
import { TicketDetails } from './TicketDetails.tsx';
import { statusKinds } from './ticketStatus.ts';

/** A ticket: its messages, and what can be done next. An answer of support appears while it is open. */
export default function Conversation({ ticketId }: { ticketId: string }) {
  const t = useT();
  const read = useRead(ticket.get, { ticketId });
  const shown = read.data?.ticket;
  const breadcrumb = [{ label: t('ticket:title'), href: href('tickets') }];
  if (!shown)
    return (
      <>
        <PageHeader title={t('shell:route.ticket')} breadcrumb={breadcrumb} breadcrumbLabel={t('ticket:title')} />
        {read.error?.status === 404 ? (
          <Card>
            <EmptyState
              icon={MessageSquare}
              title={t('ticket:conversation.unknownTitle')}
              description={t('ticket:conversation.unknownText')}
              action={<LinkButton href={href('tickets')}>{t('ticket:conversation.back')}</LinkButton>}
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
  return (
    <>
      <PageHeader
        title={<bdi>{shown.title}</bdi>}
        breadcrumb={breadcrumb}
        breadcrumbLabel={t('ticket:title')}
        badge={<StatusBadge kind={statusKinds[shown.status]}>{t(`ticket:status.${shown.status}`)}</StatusBadge>}
        description={
          <>
            <bdi dir="ltr" className="num">{`#${shown.number}`}</bdi>
            {` · ${shown.department.title} · ${shown.service.title}`}
          </>
        }
        actions={<Actions ticket={shown} />}
        stacked
      />
      <div className="dashboard-columns">
        <div className="grid min-w-0 gap-[18px]">
          {shown.hasDiagnostics && <DiagnosticsBlock ticketId={shown.id} call={ticket.diagnostics} />}
          <Messages ticketId={shown.id} />
          <Note status={shown.status} />
          {canCustomer(shown.status, 'reply') && <Composer key={shown.id} ticketId={shown.id} />}
        </div>
        <div className="grid min-w-0 content-start gap-[18px]">
          <TicketDetails ticket={shown} />
          {shown.status !== 'closed' && <ReplyTime />}
        </div>
      </div>
    </>
  );
}

function Actions({ ticket: { id, status } }: { ticket: Ticket }) {
  const t = useT();
  const close = useWrite(ticket.close);
  const reopen = useWrite(ticket.reopen);
  if (canCustomer(status, 'close'))
    return (
      <Button changes icon={Lock} busy={close.isPending} onClick={() => close.mutate({ ticketId: id })}>
        {t('ticket:conversation.close')}
      </Button>
    );
  return (
    <Button changes icon={LockOpen} busy={reopen.isPending} onClick={() => reopen.mutate({ ticketId: id })}>
      {t('ticket:conversation.reopen')}
    </Button>
  );
}

function Note({ status }: Pick<Ticket, 'status'>) {
  const t = useT();
  if (status === 'pending') return <Banner tone="info">{t('ticket:conversation.waiting')}</Banner>;
  if (status === 'inactive') return <Banner tone="info">{t('ticket:conversation.inactive')}</Banner>;
  if (status === 'closed') return <Banner tone="neutral">{t('ticket:conversation.closedNote')}</Banner>;
  return null;
}
