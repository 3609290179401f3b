import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import type { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import type { ticket } from '../../../lib/contract/support/ticket.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const DiagnosticsView = lazy(() => import('./DiagnosticsView.tsx'));

interface DiagnosticsBlockProps {
  ticketId: string;
  /** Of the customer or of operators. */
  call: typeof ticket.diagnostics | typeof operatorTicket.diagnostics;
}

/** The diagnostics attached to a ticket, collapsed. Loaded when opened. */
export function DiagnosticsBlock({ ticketId, call }: DiagnosticsBlockProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card flush>
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none items-center gap-3 rounded-lg px-5 py-3.5 text-ui font-semibold text-text hover:bg-hover">
          <h2 className="min-w-0 flex-1">{t('ticket:diagnostics.label')}</h2>
          <ChevronDown aria-hidden className="size-4 flex-none text-text-3 transition-transform group-open:rotate-180" />
        </summary>
        {isOpen && <Content ticketId={ticketId} call={call} />}
      </details>
    </Card>
  );
}

function Content({ ticketId, call }: DiagnosticsBlockProps) {
  const t = useT();
  const read = useRead(call, { ticketId });
  const shown = read.data?.diagnostics;
  return (
    <div className="grid gap-4 px-5 pb-5">
      {shown ? (
        <>
          <p className="text-help text-text-2">{t('ticket:diagnostics.taken', { time: formatDateTime(shown.takenAt, currentLocale()) })}</p>
          <Suspense fallback={<Skeleton label={t('common:loading')} rows={6} />}>
            <Scroller label={t('ticket:diagnostics.label')} className="max-h-[60vh] rounded-lg border border-border p-4">
              <DiagnosticsView sections={shown.sections} failed={shown.failed} />
            </Scroller>
          </Suspense>
        </>
      ) : read.error ? (
        <LoadError
          title={t('ticket:diagnostics.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={6} />
      )}
    </div>
  );
}
