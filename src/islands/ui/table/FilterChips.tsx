import { Fragment, memo } from 'react';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Chip } from '../Chip.tsx';
import { Field } from '../Field.tsx';
import { Select } from '../Select.tsx';
import type { Filter, TableView } from './types.ts';

interface FilterProps<T> {
  filters: readonly Filter<T>[];
  /** The view's value of each filter. */
  chosen: readonly string[];
  onView: (change: Partial<TableView>) => void;
  isPhone: boolean;
}
interface FilterChipsProps<T> extends FilterProps<T> {
  counts: readonly (readonly number[])[];
  all: readonly number[];
  /** Number of rows per option in the whole list: options without rows are not offered. */
  totals: readonly (readonly number[])[];
}

const isSelect = <T,>({ as }: Filter<T>, isPhone: boolean) => as === 'select' && !isPhone;

function AllChips<T>({ filters, chosen, onView, isPhone, counts, all, totals }: FilterChipsProps<T>) {
  const t = useT();
  const number = (value = 0) => formatNumber(value, currentLocale());
  const groups = filters.map((filter, place) => {
    const { key, options } = filter;
    const value = chosen[place] ?? '';
    const set = (text: string) => onView({ [key]: text });
    if (filter.custom) {
      const chip = value && filter.custom.chip(value);
      if (!chip && !isPhone) return null;
      return (
        <>
          {isPhone && filter.custom.edit(value, set)}
          {chip && (
            <Chip onRemove={() => set('')} removeLabel={t('common:list.removeFilter', { name: chip })}>
              <span className="max-w-80 truncate" title={chip}>
                <bdi>{chip}</bdi>
              </span>
            </Chip>
          )}
        </>
      );
    }
    if (isSelect(filter, isPhone)) {
      const option = options.find((one) => one.value === value);
      return (
        option && (
          <Chip onRemove={() => onView({ [key]: '' })} removeLabel={t('common:list.removeFilter', { name: option.label })}>
            {option.show ?? option.label}
          </Chip>
        )
      );
    }
    const offered = options
      .map((option, index) => ({ ...option, count: counts[place]?.[index], exists: Boolean(totals[place]?.[index]) }))
      .filter((option) => option.exists || option.value === value);
    // A single option that every row has filters nothing.
    if (offered.length < (filter.alone ? 1 : 2) && !value && !filter.all) return null;
    return (
      <>
        {filter.all && filter.as !== 'select' && (
          <Chip pressed={value === ''} onClick={() => onView({ [key]: '' })} count={number(all[place])}>
            {filter.all}
          </Chip>
        )}
        {offered.map((option) => (
          <Chip
            key={option.value}
            pressed={option.value === value}
            onClick={() => onView({ [key]: option.value === value ? '' : option.value })}
            count={number(option.count)}
          >
            {option.show ?? option.label}
          </Chip>
        ))}
      </>
    );
  });
  const rendered = groups
    .map((group, place) => ({ group, key: filters[place]?.key }))
    .filter(({ group }) => group)
    .map(({ group, key }, place) => (
      <Fragment key={key}>
        {place > 0 && <span aria-hidden className="chip-line" />}
        {group}
      </Fragment>
    ));
  return <>{rendered}</>;
}
/** Rendered again when a count changes, not on every keystroke. */
export const FilterChips = memo(AllChips) as typeof AllChips; // memo forgets that it is generic

function AllSelects<T>({ filters, chosen, onView, isPhone }: FilterProps<T>) {
  const t = useT();
  return (
    <>
      {filters.map((filter, place) =>
        filter.custom ? (
          <Fragment key={filter.key}>{filter.custom.edit(chosen[place] ?? '', (text) => onView({ [filter.key]: text }))}</Fragment>
        ) : (
          isSelect(filter, isPhone) && (
            <Field key={filter.key} label={filter.label} hideLabel>
              <Select
                value={chosen[place] ?? ''}
                onChange={(value) => onView({ [filter.key]: value })}
                label={filter.label}
                closeLabel={t('common:close')}
                options={[
                  { value: '', label: filter.all ?? filter.label },
                  ...filter.options.map(({ value, label }) => ({ value, label })),
                ]}
              />
            </Field>
          )
        ),
      )}
    </>
  );
}
/** Filters at the end of the bar. Rendered again when an option changes. */
export const FilterSelects = memo(AllSelects) as typeof AllSelects; // as above
