import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useOfDomain } from '../../lib/api/ofDomain.ts';
import { type LogTarget, logForward } from '../../lib/contract/logForward.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { siteHref } from '../../lib/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DataShell } from '../ui/DataState.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LogGate } from './LogGate.tsx';
import { TargetRow } from './TargetRow.tsx';

const TargetDialog = lazy(async () => ({ default: (await import('./TargetDialog.tsx')).TargetDialog }));

/** Where the activity of a domain is sent to: a card of its settings. */
export default function LogForward({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useOfDomain(domainName, logForward.list, (domainId) => ({ domainId }));
  /** What the dialog is about: a target, a new one, or nothing. It keeps what it showed while it leaves. */
  const [edited, setEdited] = useState<{ open: boolean; target: LogTarget | null } | null>(null);
  // The page above says that there is no such domain.
  if (domain === null) return null;
  return (
    <Card
      title={t('logForward:title')}
      actions={
        <a className="link" href={siteHref('/docs/log-forwarding', currentLocale())}>
          {t('common:help')}
        </a>
      }
    >
      <p className="text-ui">{t('logForward:lead')}</p>
      <p className="mt-1.5 text-help text-text-2">{t('logForward:sent')}</p>
      <DataShell
        data={reading}
        loading={<Skeleton label={t('common:loading')} rows={2} />}
        error={(message, retry, busy) => (
          <LoadError
            flush
            title={t('logForward:loadFailed')}
            message={message}
            retryLabel={t('common:retry')}
            onRetry={retry}
            busy={busy}
          />
        )}
        empty={null}
      >
        {({ targets, limit, gate }) =>
          domain && (
            <>
              {!gate.allowed && <LogGate domain={domain} gate={gate} hasTargets={targets.length > 0} />}
              {targets.length > 0 ? (
                <ul aria-label={t('logForward:list')} className="mt-3.5 border-border border-t">
                  {targets.map((target) => (
                    <TargetRow
                      key={target.id}
                      domainId={domain.id}
                      target={target}
                      isAllowed={gate.allowed}
                      onEdit={() => setEdited({ open: true, target })}
                    />
                  ))}
                </ul>
              ) : (
                gate.allowed && <p className="mt-3.5 text-ui text-text-2">{t('logForward:empty')}</p>
              )}
              {gate.allowed && (
                <Button
                  icon={Plus}
                  className="mt-3.5"
                  {...(targets.length >= limit && {
                    disabled: true,
                    reason: t('logForward:full', { max: formatNumber(limit, currentLocale()) }),
                  })}
                  onClick={() => setEdited({ open: true, target: null })}
                >
                  {t('logForward:add')}
                </Button>
              )}
            </>
          )
        }
      </DataShell>
      {domain && edited && (
        <Suspense>
          <TargetDialog
            key={edited.target?.id ?? 'new'}
            open={edited.open}
            domain={domain}
            target={edited.target}
            onClose={() => setEdited({ ...edited, open: false })}
          />
        </Suspense>
      )}
    </Card>
  );
}
