import { Activity } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { failedCalls } from '../../../browser/api/failed.ts';
import { callQueryKey, queryClient, useRead } from '../../../browser/api/query.ts';
import type { FailedCall } from '../../../lib/contract/core/diagnostics.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

const DiagnosticsDialog = lazy(() => import('./DiagnosticsDialog.tsx'));

/** The diagnostics that the customer saw and confirmed, of one domain or server. */
export interface Confirmed {
  subjectId: string;
  digest: string;
  failed: FailedCall[];
}

interface DiagnosticsFieldProps {
  domainId: string | undefined;
  serverId: string | undefined;
  /** Null: nothing is attached. */
  value: Confirmed | null;
  onChange: (value: Confirmed | null) => void;
}

/** Offers to attach a snapshot of the chosen domain or server; nothing is attached that wasn't shown. */
export function DiagnosticsField({ domainId, serverId, value, onChange }: DiagnosticsFieldProps) {
  const t = useT();
  const subjects = useRead(ticket.subjects, {}).data;
  const [failures, setFailures] = useState<FailedCall[] | null>(null);
  const subject = domainId ? { domainId } : serverId ? { serverId } : null;
  const chosen = [...(subjects?.domains ?? []), ...(subjects?.servers ?? [])].find(({ id }) => id === (domainId ?? serverId));
  if (!subject || !chosen) return null;
  const look = () => {
    queryClient.removeQueries({ queryKey: callQueryKey(ticket.previewDiagnostics, subject) });
    setFailures(failedCalls());
  };
  return (
    <Field group label={t('ticket:diagnostics.label')} optional={t('common:optional')} help={t('ticket:diagnostics.help')}>
      <div className="flex flex-wrap items-center gap-2">
        {value ? (
          <>
            <span role="status" className="text-ui text-text">
              {t('ticket:diagnostics.attached')}
            </span>
            <Button size="sm" onClick={look}>
              {t('ticket:diagnostics.again')}
            </Button>
            <Button size="sm" kind="ghost" onClick={() => onChange(null)}>
              {t('ticket:diagnostics.remove')}
            </Button>
          </>
        ) : (
          <Button size="sm" icon={Activity} onClick={look}>
            {t('ticket:diagnostics.attach')}
          </Button>
        )}
      </div>
      {failures && (
        <Suspense>
          <DiagnosticsDialog
            subject={subject}
            name={chosen.name}
            failed={failures}
            onClose={() => setFailures(null)}
            onAttach={(digest) => {
              onChange({ subjectId: chosen.id, digest, failed: failures });
              setFailures(null);
            }}
          />
        </Suspense>
      )}
    </Field>
  );
}
