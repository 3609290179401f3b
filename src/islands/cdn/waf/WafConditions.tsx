import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray } from 'react-hook-form';
import type { ContractForm } from '../../../browser/forms/useContractForm.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { conditionFields, detectable, fieldOperators, needsName, needsValue, readField } from '../../../lib/rules/cdn/waf/conditions.ts';
import { type ConditionText, fieldName } from '../../../lib/rules/cdn/waf/formatWaf.ts';
import { networkNotice } from '../../../lib/rules/core/network.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useNoPlaces } from '../shared/engines.ts';

type Schema = typeof import('../../../lib/contract/cdn/wafRule.ts').WafRuleForm;
const maxConditions = 20;

/** The conditions of a rule: a field, an operator and a value. */
export function WafConditions({ form }: { form: ContractForm<Schema> }) {
  const t = useT();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'conditions' });
  const values = form.watch('conditions') ?? [];
  const number = (index: number) => formatNumber(index + 1, currentLocale());
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    // To its first control: leaving the empty value for that one would show an error.
    flushSync(() => append({ field: 'path', operator: 'contains', value: '' }, { shouldFocus: false }));
    list.current?.querySelector<HTMLElement>('fieldset:last-of-type button')?.focus();
  };
  return (
    <Field label={t('waf:rule.conditions')} optional={t('common:optional')} help={t('waf:rule.conditionsHint')} group>
      <div ref={list} className="grid gap-3">
        {fields.length === 0 && <p className="text-help text-text-2">{t('waf:rule.noConditions')}</p>}
        {fields.map(({ id }, index) => (
          <Row
            key={id}
            form={form}
            index={index}
            value={values[index] ?? { field: 'path', operator: 'contains', value: '' }}
            label={t('waf:rule.conditionLabel', { n: number(index) })}
            removeLabel={t('waf:rule.removeCondition', { n: number(index) })}
            onRemove={() => remove(index)}
          />
        ))}
        {fields.length < maxConditions && (
          <div>
            <Button size="sm" icon={Plus} onClick={add}>
              {t('waf:rule.addCondition')}
            </Button>
          </div>
        )}
      </div>
    </Field>
  );
}

interface RowProps {
  form: ContractForm<Schema>;
  index: number;
  value: ConditionText;
  label: string;
  removeLabel: string;
  onRemove: () => void;
}

function Row({ form, index, value, label, removeLabel, onRemove }: RowProps) {
  const t = useT();
  const { kind, name } = readField(value.field) ?? { kind: 'path' as const, name: '' };
  const errors = form.formState.errors.conditions?.[index];
  const at = `conditions.${index}` as const;
  const set = (part: 'field' | 'operator' | 'value', to: string) =>
    form.setValue(`${at}.${part}`, to as never, { shouldDirty: true, shouldValidate: errors !== undefined }); // one of the options
  const choose = (next: (typeof conditionFields)[number]) => {
    set('field', next);
    if (!fieldOperators[next].includes(value.operator)) set('operator', fieldOperators[next][0] ?? 'equals');
  };
  const hasNoData = useNoPlaces() && (kind === 'country' || kind === 'asn');
  const values = kind === 'ip' ? (value.value ?? '').split(/[,\u060c]/) : [];
  const [notice] = values.flatMap((one) => networkNotice(one, false) ?? []);
  const isList = value.operator === 'in' || value.operator === 'notIn';
  return (
    <fieldset aria-label={label} className="flex flex-wrap items-start gap-2.5 rounded-lg bg-surface-2 p-3">
      <Field label={t('waf:rule.field')} hideLabel className="w-[150px] max-sm:w-full">
        <Select
          size="sm"
          label={t('waf:rule.field')}
          closeLabel={t('common:close')}
          value={kind}
          onChange={choose}
          options={conditionFields.map((one) => ({ value: one, label: fieldName(t, one) }))}
        />
      </Field>
      {needsName(kind) && (
        <Field label={t('waf:rule.fieldName')} hideLabel error={errors?.field?.message} className="w-[150px] max-sm:w-full">
          <TextInput
            size="sm"
            mono
            autoComplete="off"
            value={name}
            placeholder={kind === 'header:' ? 'User-Agent' : 'session'}
            onChange={(event) => set('field', `${kind}${event.target.value}`)}
          />
        </Field>
      )}
      <Field label={t('waf:rule.operator')} hideLabel error={errors?.operator?.message} className="w-[160px] max-sm:w-full">
        <Select
          size="sm"
          label={t('waf:rule.operator')}
          closeLabel={t('common:close')}
          value={value.operator}
          onChange={(next) => set('operator', next)}
          options={fieldOperators[kind].map((one) => ({ value: one, label: t(`waf:operator.${one}`) }))}
        />
      </Field>
      {needsValue(value.operator) && (
        <Field
          label={isList ? t('waf:rule.valueList') : t('waf:rule.value')}
          hideLabel
          error={errors?.value?.message}
          warning={notice && t(notice.key, notice.params)}
          className="min-w-[150px] flex-1"
        >
          {value.operator === 'detectedAs' ? (
            <Select
              size="sm"
              label={t('waf:rule.value')}
              closeLabel={t('common:close')}
              value={detectable.find((one) => one === value.value) ?? null}
              placeholder={t('waf:rule.value')}
              onChange={(next) => set('value', next)}
              options={detectable.map((one) => ({ value: one, label: t(`edge:module.${one}`) }))}
            />
          ) : (
            <TextInput
              size="sm"
              mono
              autoComplete="off"
              placeholder={isList ? t('waf:rule.valueList') : t('waf:rule.value')}
              {...form.register(`${at}.value`)}
            />
          )}
        </Field>
      )}
      <span className="ms-auto">
        <IconButton icon={Trash2} size="sm" label={removeLabel} onClick={onRemove} />
      </span>
      {hasNoData && <p className="basis-full text-help text-warning">{t('rules:noPlaces')}</p>}
    </fieldset>
  );
}
