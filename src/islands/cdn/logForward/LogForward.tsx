import { Plus } from 'lucide-react';
import { lazy } from 'react';
import { type LogTarget, logForward } from '../../../lib/contract/cdn/logForward.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { siteHref } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell } from '../../ui/DataState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { claimMark, useHas } from '../shared/engines.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { LogGate } from './LogGate.tsx';
import { TargetRow } from './TargetRow.tsx';

const TargetForm = lazy(async () => ({ default: (await import('./TargetForm.tsx')).TargetForm }));

/** The targets that the logs of a domain are forwarded to: a card of the domain's settings. */
export default function LogForward({ domainName }: { domainName: string }) {
  const t = useT();
  const hasAccessLogs = useHas('accessLogs');
  const { domain, reading } = useDomainRead(domainName, logForward.list, (domainId) => ({ domainId }));
  const { add, edit, dialog } = useEditDialog<LogTarget>({
    addTitle: t('logForward:addTitle'),
    editTitle: t('logForward:editTitle'),
    form: (target, callbacks) => domain && <TargetForm domain={domain} target={target} {...callbacks} />,
  });
  // The settings page that contains this card reports an unknown domain itself.
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
      <p className="mt-1.5 text-help text-text-2" {...claimMark('accessLogs', hasAccessLogs)}>
        {t('logForward:sent')}
      </p>
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
                    <TargetRow key={target.id} domainId={domain.id} target={target} isAllowed={gate.allowed} onEdit={() => edit(target)} />
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
                  onClick={add}
                >
                  {t('logForward:add')}
                </Button>
              )}
            </>
          )
        }
      </DataShell>
      {dialog}
    </Card>
  );
}
