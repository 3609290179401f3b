import { History } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useAddress } from '../../../browser/address.ts';
import { send } from '../../../browser/api/client.ts';
import { useRead } from '../../../browser/api/query.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { CursorList } from '../../core/shared/CursorList.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { isFiltered, type LogFilter, noFilter, operatorLogInput, type Period, periods, toOperatorLogQuery } from './filter.ts';
import { LogTable } from './LogTable.tsx';

/** All actions of operators, page by page. */
export default function OperatorLog() {
  const t = useT();
  const [filter, setFilter] = useAddress(noFilter);
  const [openedAt] = useState(() => Date.now());
  const read = useRead(operatorLog.list, operatorLogInput(useDeferredValue(filter), openedAt));
  return (
    <CursorList
      title={t('operatorLog:title')}
      lead={t('operatorLog:lead')}
      guide={{ href: guidePath('operatorLog', currentLocale()), label: t('common:help') }}
      read={read}
      countOf={({ logs }) => logs.length}
      exportAll={() => send(operatorLog.export, toOperatorLogQuery(filter, openedAt))}
      filters={<Filters filter={filter} operators={read.data?.operators ?? []} onChange={setFilter} />}
      isFiltered={isFiltered(filter)}
      before={filter.before}
      onPage={(before) => setFilter({ before })}
      onClear={() => setFilter(noFilter)}
      empty={{ icon: History, title: t('operatorLog:empty.title'), text: t('operatorLog:empty.text') }}
      texts={{
        exportedPart: t('operatorLog:exportedPart'),
        loadFailed: t('operatorLog:loadFailed'),
        noMatch: t('operatorLog:noMatch'),
        noMatchText: t('operatorLog:noMatchText'),
        pages: t('operatorLog:pages'),
        newest: t('operatorLog:newest'),
        older: t('operatorLog:older'),
      }}
    >
      {({ logs }) => <LogTable logs={logs} />}
    </CursorList>
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
