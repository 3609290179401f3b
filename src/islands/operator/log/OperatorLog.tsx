import { Download, History } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useAddress } from '../../../lib/address.ts';
import { send } from '../../../lib/api/client.ts';
import { useRead } from '../../../lib/api/query.ts';
import { saveFile } from '../../../lib/api/saveFile.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guideOf } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell, type DataState } from '../../ui/DataState.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { filtersOf, inputOf, isFiltered, type LogFilter, noFilter, type Period, periods } from './filter.ts';
import { LogTable } from './LogTable.tsx';

type Page = Output<typeof operatorLog.list>;

/** All actions of operators, page by page. */
export default function OperatorLog() {
  const t = useT();
  const locale = currentLocale();
  const [filter, setFilter] = useAddress(noFilter);
  const [openedAt] = useState(() => Date.now());
  const read = useRead(operatorLog.list, inputOf(useDeferredValue(filter), openedAt));
  const page = read.data;
  const [saving, setSaving] = useState(false);
  const [part, setPart] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { fileName, csv, complete } = await send(operatorLog.export, filtersOf(filter, openedAt));
      saveFile(fileName, csv, 'text/csv');
      setPart(!complete);
    } catch {
      // The snackbar reports the reason.
    } finally {
      setSaving(false);
    }
  };
  const data: DataState<Page> = page
    ? page.logs.length > 0 || isFiltered(filter)
      ? { state: 'data', data: page }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <>
      <PageHeader
        title={t('operatorLog:title')}
        description={t('operatorLog:lead')}
        docs={{ href: guideOf('operatorLog', locale), label: t('common:help') }}
        actions={
          <Button icon={Download} busy={saving} disabled={!page || page.logs.length === 0} onClick={() => void save()}>
            {t('common:list.exportCsv')}
          </Button>
        }
      />
      {data.state !== 'empty' && <Filters filter={filter} operators={page?.operators ?? []} onChange={setFilter} />}
      {part && (
        <p role="status" className="mb-3 text-ui">
          {t('operatorLog:exportedPart')}
        </p>
      )}
      <DataShell
        data={data}
        loading={
          <Card flush>
            <Skeleton label={t('common:loading')} rows={8} twoLine />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={t('operatorLog:loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={
          <Card>
            <EmptyState icon={History} title={t('operatorLog:empty.title')} description={t('operatorLog:empty.text')} />
          </Card>
        }
      >
        {({ logs, nextCursor }) => (
          <>
            <Card flush>
              {logs.length > 0 ? (
                <LogTable logs={logs} />
              ) : (
                <NoResults
                  title={t('operatorLog:noMatch')}
                  description={t('operatorLog:noMatchText')}
                  action={<Button onClick={() => setFilter(noFilter)}>{t('common:list.clearFilters')}</Button>}
                />
              )}
            </Card>
            {(filter.before !== '' || nextCursor !== null) && (
              <nav className="mt-3 flex justify-end gap-2" aria-label={t('operatorLog:pages')}>
                {filter.before !== '' && <Button onClick={() => setFilter({ before: '' })}>{t('operatorLog:newest')}</Button>}
                {nextCursor !== null && <Button onClick={() => setFilter({ before: nextCursor })}>{t('operatorLog:older')}</Button>}
              </nav>
            )}
          </>
        )}
      </DataShell>
    </>
  );
}

interface FiltersProps {
  filter: LogFilter;
  operators: readonly string[];
  onChange: (change: Partial<LogFilter>) => void;
}

/** Each change returns to the first page. */
function Filters({ filter, operators, onChange }: FiltersProps) {
  const t = useT();
  const change = (partial: Partial<LogFilter>) => onChange({ ...partial, before: '' });
  const emails = [...new Set([...operators, ...(filter.by ? [filter.by] : [])])];
  return (
    <FilterBar
      search={
        <SearchInput
          value={filter.q}
          onChange={(q) => change({ q })}
          label={t('operatorLog:search')}
          clearLabel={t('operatorLog:clearSearch')}
        />
      }
      end={
        <>
          <Select
            value={filter.by}
            onChange={(by) => change({ by })}
            options={[{ value: '', label: t('operatorLog:anyone') }, ...emails.map((email) => ({ value: email, label: email, ltr: true }))]}
            label={t('operatorLog:column.by')}
            closeLabel={t('common:close')}
          />
          <Select<Period>
            value={periods.find((one) => one === filter.period) ?? 'all'}
            onChange={(period) => change({ period })}
            options={periods.map((value) => ({ value, label: t(`operatorLog:periods.${value}`) }))}
            label={t('operatorLog:period')}
            closeLabel={t('common:close')}
          />
        </>
      }
    />
  );
}
