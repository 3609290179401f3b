import { Activity } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import type { FailedCall } from '../../../lib/contract/core/diagnostics.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import DiagnosticsView from './DiagnosticsView.tsx';

interface DiagnosticsDialogProps {
  subject: { domainId: string } | { serverId: string };
  name: string;
  failed: readonly FailedCall[];
  onClose: () => void;
  /** Called with the digest of the shown data. */
  onAttach: (digest: string) => void;
}

/** Shows everything that would be attached. */
export default function DiagnosticsDialog({ subject, name, failed, onClose, onAttach }: DiagnosticsDialogProps) {
  const t = useT();
  const read = useRead(ticket.previewDiagnostics, subject);
  // Not cached: the provider would attach current data.
  const shown = read.isFetching ? undefined : read.data;
  return (
    <Dialog
      open
      size="large"
      icon={Activity}
      onClose={onClose}
      title={t('ticket:diagnostics.title', { name })}
      description={t('ticket:diagnostics.text')}
      closeLabel={t('common:close')}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" disabled={!shown} onClick={() => shown && onAttach(shown.digest)}>
            {t('ticket:diagnostics.confirm')}
          </Button>
        </>
      }
    >
      {shown ? (
        <Scroller label={t('ticket:diagnostics.label')} className="max-h-[50vh] rounded-lg border border-border p-4">
          <DiagnosticsView sections={shown.sections} failed={failed} />
        </Scroller>
      ) : read.error && !read.isFetching ? (
        <LoadError
          title={t('ticket:diagnostics.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={8} />
      )}
    </Dialog>
  );
}
