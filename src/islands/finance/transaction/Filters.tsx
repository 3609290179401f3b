import { transactionTypes } from '../../../lib/contract/finance/transaction.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type Period, periods, type TransactionFilter } from './filter.ts';

interface FiltersProps {
  filter: TransactionFilter;
  onChange: (change: Partial<TransactionFilter>) => void;
}

/** Search, type and period. Each change returns to the first page. */
export function Filters({ filter, onChange }: FiltersProps) {
  const t = useT();
  const change = (part: Partial<TransactionFilter>) => onChange({ ...part, before: '' });
  const period = periods.find((one) => one === filter.period) ?? 'all';
  return (
    <>
      <FilterBar
        search={
          <SearchInput
            value={filter.q}
            onChange={(q) => change({ q })}
            label={t('transaction:search')}
            clearLabel={t('transaction:clearSearch')}
          />
        }
        chipsLabel={t('transaction:filters')}
        chips={transactionTypes.map((type) => (
          <Chip key={type} pressed={filter.type === type} onClick={() => change({ type: filter.type === type ? '' : type })}>
            {t(`transaction:type.${type}`)}
          </Chip>
        ))}
        end={
          <Select<Period>
            value={period}
            onChange={(next) => change({ period: next })}
            options={periods.map((value) => ({ value, label: t(`transaction:periods.${value}`) }))}
            label={t('transaction:period')}
            closeLabel={t('common:close')}
          />
        }
      />
      {period === 'custom' && (
        <div className="mb-3 flex flex-wrap gap-3">
          <Field label={t('transaction:from')}>
            <TextInput
              type="date"
              value={filter.from}
              max={filter.to || undefined}
              onChange={(event) => change({ from: event.target.value })}
            />
          </Field>
          <Field label={t('transaction:to')}>
            <TextInput
              type="date"
              value={filter.to}
              min={filter.from || undefined}
              onChange={(event) => change({ to: event.target.value })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
