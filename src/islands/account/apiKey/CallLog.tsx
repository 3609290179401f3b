import { useRead } from '../../../browser/api/query.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { DataShell } from '../../ui/DataState.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toDataState } from '../shared/dataState.ts';

/** The newest calls of a key. */
export function CallLog({ apiKeyId }: { apiKeyId: string }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(apiKey.calls, { apiKeyId });
  return (
    <DataShell
      data={toDataState(read)}
      loading={<Skeleton label={t('common:loading')} rows={4} twoLine />}
      error={(message, retry, busy) => (
        <LoadError title={t('apiKey:calls.loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
      )}
      empty={null}
    >
      {({ calls, limit }) => (
        <>
          <p className="text-ui text-text-2">{t('apiKey:calls.lead', { max: formatNumber(limit, locale) })}</p>
          {calls.length === 0 && <p className="mt-4 text-ui text-text-3">{t('apiKey:calls.none')}</p>}
          <ul className="mt-3 divide-y divide-border" aria-label={t('apiKey:calls.action')}>
            {calls.map(({ id, time, call, path, status, ip }) => (
              <li key={id} className="flex items-start justify-between gap-3 py-2.5">
                <div className="min-w-0">
                  <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ui">
                    <Badge square tone={status < 400 ? 'success' : status < 500 ? 'warning' : 'danger'}>
                      {String(status)}
                    </Badge>
                    <DomainText mono>{path ?? call}</DomainText>
                  </div>
                  <div className="mt-0.5 text-caption text-text-2">
                    <DomainText mono>{ip}</DomainText>
                  </div>
                </div>
                <time dateTime={time} title={formatDateTime(time, locale)} className="flex-none text-caption text-text-3">
                  {formatAge(time, locale)}
                </time>
              </li>
            ))}
          </ul>
        </>
      )}
    </DataShell>
  );
}
