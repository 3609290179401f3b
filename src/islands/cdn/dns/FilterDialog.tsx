import { ListFilter, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { latinDigits } from '../../../lib/format/digits.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import {
  type Condition,
  type FilterField,
  filterFields,
  filterOperators,
  maxConditions,
  parseFilter,
  printFilter,
  type RecordFilter,
} from '../../../lib/rules/cdn/dns/filter.ts';
import { recordTypes } from '../../../lib/rules/core/dnsTypes.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { proxyText } from './dnsCells.tsx';
import { fieldText, operatorText } from './filterText.ts';

interface FilterDialogProps {
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
}

/** A condition in the form, with its link to the one before. */
interface Row extends Condition {
  id: number;
  join: 'and' | 'or';
}

const operatorStarts: Readonly<Partial<Record<FilterField, string>>> = { type: 'A', proxy: 'on', ttl: 'auto' };
const newRow = (id: number): Row => ({ id, join: 'and', field: 'name', operator: '~', value: '' });

function parseFilterRows(text: string): Row[] {
  const filter = parseFilter(text);
  const rows = isFault(filter)
    ? []
    : filter.flatMap((group) => group.map((one, place): Omit<Row, 'id'> => ({ ...one, join: place === 0 ? 'or' : 'and' })));
  return rows.length > 0 ? rows.map((row, id) => ({ ...row, id })) : [newRow(0)];
}

function filterFromRows(rows: readonly Row[]): RecordFilter {
  const groups: RecordFilter = [];
  for (const [place, { field, operator, value, join }] of rows.entries()) {
    const one = { field, operator, value: value.trim() };
    if (place === 0 || join === 'or') groups.push([one]);
    else groups.at(-1)?.push(one);
  }
  return groups;
}

/** Conditions over the fields of a record, joined by "and" and "or". */
export default function FilterDialog({ text, onChange, onClose }: FilterDialogProps) {
  const t = useT();
  const formId = useId();
  const [rows, setRows] = useState(() => parseFilterRows(text));
  const [wrong, setWrong] = useState<string>();
  const change = (id: number, part: Partial<Row>) => {
    setWrong(undefined);
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...part } : row)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const next = printFilter(filterFromRows(rows));
    const filter = parseFilter(next);
    if (isFault(filter)) return setWrong(t(filter.key, filter.params));
    onChange(next);
    onClose();
  };
  const remove = (id: number) => setRows((before) => before.filter((row) => row.id !== id));
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      icon={ListFilter}
      title={t('dns:filter.title')}
      description={t('dns:filter.lead')}
      closeLabel={t('common:close')}
      footer={
        <>
          {text !== '' && (
            <Button
              kind="ghost"
              onClick={() => {
                onChange('');
                onClose();
              }}
            >
              {t('dns:filter.clear')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" changes={false} type="submit" form={formId}>
            {t('dns:filter.apply')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {rows.map((row, place) => (
          <ConditionRow
            key={row.id}
            row={row}
            place={place}
            onChange={(part) => change(row.id, part)}
            onRemove={rows.length > 1 ? () => remove(row.id) : undefined}
          />
        ))}
        <div>
          <Button
            icon={Plus}
            size="sm"
            disabled={rows.length >= maxConditions}
            reason={rows.length >= maxConditions ? t('dns:error.filterConditions', { max: maxConditions }) : undefined}
            onClick={() => setRows((before) => [...before, newRow(Math.max(...before.map(({ id }) => id)) + 1)])}
          >
            {t('dns:filter.add')}
          </Button>
        </div>
        {wrong && (
          <Banner tone="danger" live>
            {wrong}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}

interface ConditionRowProps {
  row: Row;
  place: number;
  onChange: (part: Partial<Row>) => void;
  onRemove: (() => void) | undefined;
}

function ConditionRow({ row, place, onChange, onRemove }: ConditionRowProps) {
  const t = useT();
  const { field, operator, value, join } = row;
  const n = formatNumber(place + 1, currentLocale());
  const close = t('common:close');
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('dns:filter.condition', { n })}</legend>
      {place > 0 && (
        <Segmented
          label={t('dns:filter.join')}
          value={join}
          onChange={(next) => onChange({ join: next })}
          segments={(['and', 'or'] as const).map((one) => ({ value: one, label: t(`dns:filter.${one}`) }))}
        />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <Field label={t('dns:filter.field')} className="basis-36 grow-0 max-sm:grow">
          <Select
            value={field}
            onChange={(next) => onChange({ field: next, operator: filterOperators[next][0] ?? '=', value: operatorStarts[next] ?? '' })}
            label={t('dns:filter.field')}
            closeLabel={close}
            options={filterFields.map((one) => ({ value: one, label: fieldText(one) }))}
          />
        </Field>
        <Field label={t('dns:filter.operator')} className="basis-40 grow-0 max-sm:grow">
          <Select
            value={operator}
            onChange={(next) => onChange({ operator: next })}
            label={t('dns:filter.operator')}
            closeLabel={close}
            options={filterOperators[field].map((one) => ({ value: one, label: operatorText(one) }))}
          />
        </Field>
        <ValueField field={field} operator={operator} value={value} onValue={(next) => onChange({ value: next })} />
        {onRemove && <IconButton icon={Trash2} label={t('dns:filter.remove', { n })} className="mt-6" onClick={onRemove} />}
      </div>
    </fieldset>
  );
}

function ValueField({ field, operator, value, onValue }: Condition & { onValue: (value: string) => void }) {
  const t = useT();
  const label = t('dns:filter.value');
  const close = t('common:close');
  const className = 'min-w-0 basis-48 grow';
  if (field === 'type')
    return (
      <Field label={label} className={className}>
        <Combobox
          value={value}
          onChange={onValue}
          options={recordTypes.map((one) => ({ value: one as string, label: one, ltr: true }))}
          label={label}
          closeLabel={close}
          emptyText={t('dns:noType')}
          ltr
        />
      </Field>
    );
  if (field === 'proxy')
    return (
      <Field label={label} className={className}>
        <Select
          value={value}
          onChange={onValue}
          label={label}
          closeLabel={close}
          options={['on', 'off'].map((one) => ({ value: one, label: proxyText(one === 'on') }))}
        />
      </Field>
    );
  const mayBeEmpty = (field === 'comment' || field === 'tag') && (operator === '=' || operator === '!=');
  return (
    <Field
      label={label}
      help={field === 'ttl' ? t('dns:filter.ttlValue') : mayBeEmpty ? t('dns:filter.valueHint') : undefined}
      className={className}
    >
      <TextInput
        ltr={field === 'name' || field === 'content' || field === 'ttl'}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onValue(field === 'ttl' ? latinDigits(target.value) : target.value)}
      />
    </Field>
  );
}
