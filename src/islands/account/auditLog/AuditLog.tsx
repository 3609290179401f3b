import { ScrollText } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useAddress } from '../../../browser/address.ts';
import { send } from '../../../browser/api/client.ts';
import { useRead } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { describeChange } from '../../../lib/changes.ts';
import { actorTypes, type Change, log } from '../../../lib/contract/core/log.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { logDays } from '../../../lib/rules/core/log/retention.ts';
import { ChangeRows } from '../../ui/ChangeList.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { LogFilters } from '../shared/LogFilters.tsx';
import { LogPage } from '../shared/LogPage.tsx';
import { type AuditFilter, actions, auditLogInput, isFiltered, noFilter, toLogQuery } from './filter.ts';

const ChangeDetail = lazy(async () => ({ default: (await import('./ChangeDetail.tsx')).ChangeDetail }));

type Page = { items: readonly Change[]; nextCursor: string | null };

/** The audit log of the account: what changed, from what to what, by whom, how and from where. */
export default function AuditLog() {
  const t = useT();
  const locale = currentLocale();
  const [filter, setFilter] = useAddress(noFilter);
  const [openedAt] = useState(() => Date.now());
  const read = useRead(log.list, auditLogInput(useDeferredValue(filter), openedAt));
  // Each change of a filter returns to the first page.
  const change = (part: Partial<AuditFilter>) => setFilter({ ...part, before: '' });
  const data: DataState<Page> = read.data
    ? { state: 'data', data: { items: read.data.logs, nextCursor: read.data.nextCursor } }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <LogPage
      route="auditLog"
      title={t('log:audit.title')}
      lead={t('log:audit.lead', { days: formatNumber(logDays, locale) })}
      data={data}
      loadFailed={t('log:audit.loadFailed')}
      empty={{ icon: ScrollText, title: t('log:audit.empty'), text: t('log:audit.emptyText') }}
      noMatch={{ title: t('log:audit.noMatch'), text: t('log:audit.noMatchText') }}
      pages={t('log:audit.pages')}
      isFiltered={isFiltered(filter)}
      before={filter.before}
      onMove={(before) => setFilter({ before })}
      onClear={() => setFilter(noFilter)}
      exportCsv={() => send(log.export, toLogQuery(filter, openedAt))}
      filters={
        <LogFilters
          search={{ value: filter.q, label: t('log:audit.search'), onChange: (q) => change({ q }) }}
          chips={{
            label: t('log:audit.actions'),
            value: filter.action,
            options: actions.map((value) => ({ value, label: t(`log:action.${value}`) })),
            onChange: (action) => change({ action }),
          }}
          select={{
            label: t('log:audit.actor'),
            value: filter.actor,
            options: ['' as const, ...actorTypes].map((value) => ({ value, label: t(`log:actor.${value || 'all'}`) })),
            onChange: (actor) => change({ actor }),
          }}
          period={{ value: filter.period, onChange: (period) => change({ period }) }}
        />
      }
    >
      {(items) => (
        <ChangeRows
          label={t('log:audit.title')}
          items={items.map((one) => describeChange(t, locale, one, undefined, true))}
          onOpen={(logId) =>
            openDialog({
              kind: 'standard',
              size: 'large',
              title: t('log:detail.title'),
              body: () => (
                <Suspense>
                  <ChangeDetail logId={logId} />
                </Suspense>
              ),
            })
          }
        />
      )}
    </LogPage>
  );
}
