import { useT } from '../../../lib/i18n/react.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { type Period, periods } from './period.ts';

interface Choice {
  value: string;
  label: string;
}
interface LogFiltersProps {
  search: { value: string; label: string; onChange: (q: string) => void };
  chips: { label: string; value: string; options: readonly Choice[]; onChange: (value: string) => void };
  /** An additional filter, before the period; empty is all. */
  select?: { label: string; value: string; options: readonly Choice[]; onChange: (value: string) => void };
  period: { value: string; onChange: (period: Period) => void };
}

/** Search, chips and period of a log. */
export function LogFilters({ search, chips, select, period }: LogFiltersProps) {
  const t = useT();
  return (
    <FilterBar
      search={<SearchInput value={search.value} onChange={search.onChange} label={search.label} clearLabel={t('log:clearSearch')} />}
      chipsLabel={chips.label}
      chips={chips.options.map(({ value, label }) => (
        <Chip key={value} pressed={chips.value === value} onClick={() => chips.onChange(chips.value === value ? '' : value)}>
          {label}
        </Chip>
      ))}
      end={
        <>
          {select && (
            <Select
              value={select.value}
              onChange={select.onChange}
              options={select.options}
              label={select.label}
              closeLabel={t('common:close')}
              className="min-w-36"
            />
          )}
          <Select<Period>
            value={periods.find((one) => one === period.value) ?? 'all'}
            onChange={period.onChange}
            options={periods.map((value) => ({ value, label: t(`log:period.${value}`) }))}
            label={t('log:periodLabel')}
            closeLabel={t('common:close')}
            className="min-w-40"
          />
        </>
      }
    />
  );
}
