import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { type OperatorPlace, operatorEdge } from '../../../lib/contract/cdn/operatorEdge.ts';
import { countryOptions } from '../../../lib/format/countryOptions.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type Continent, continents } from '../../../lib/rules/cdn/edge/fleet.ts';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { RefusalBanner } from '../../core/shared/RefusalBanner.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cdn/operatorEdge.ts')).PlaceForm;

/** Where edges are, and how many requests they can take there. @param place null: a new one */
export function PlaceForm({ place, onDirty, onDone }: EditDialogForm & { place: OperatorPlace | null }) {
  const t = useT();
  const { name, continent, country, capacity } = place ?? { name: '', continent: 'EU' as Continent, country: null, capacity: null };
  const form = useContractForm({ schema, defaultValues: { name, continent, country, capacity }, check: 'submit' });
  const save = useWrite(operatorEdge.savePlace, { notices: 'form' });
  const { onSubmit, message, error, faults, busy } = useFormSubmit(form, async (values) => {
    await save.mutateAsync({ ...values, placeId: place?.id ?? null, version: place?.version ?? 0 });
    onDirty(false);
    onDone();
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return (
    <form
      noValidate
      aria-label={t(place ? 'operatorEdge:editPlace' : 'operatorEdge:addPlace')}
      onSubmit={onSubmit}
      className="grid gap-[18px]"
    >
      <Field label={t('operatorEdge:field.name')} error={errors.name?.message}>
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="continent"
        render={({ field: { value, onChange } }) => (
          <Field label={t('operatorEdge:field.continent')} error={errors.continent?.message}>
            <Select
              value={value}
              onChange={onChange}
              options={continents.map((code) => ({ value: code, label: t(`operatorEdge:continent.${code}`) }))}
              label={t('operatorEdge:field.continent')}
              closeLabel={t('common:close')}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="country"
        render={({ field: { value, onChange } }) => (
          <Field label={t('operatorEdge:field.country')} help={t('operatorEdge:help.country')} error={errors.country?.message}>
            <Combobox
              value={value ?? ''}
              onChange={(next) => onChange(next === '' ? null : next)}
              options={[{ value: '', label: t('operatorEdge:wholeContinent') }, ...countryOptions(currentLocale())]}
              label={t('operatorEdge:field.country')}
              closeLabel={t('common:close')}
              emptyText={t('operatorEdge:noMatch')}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="capacity"
        render={({ field: { value, onChange, onBlur } }) => (
          <Field label={t('operatorEdge:field.capacity')} help={t('operatorEdge:help.capacity')} error={errors.capacity?.message}>
            <NumberInput
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              min={1}
              step={100}
              decreaseLabel={t('rules:less', { label: t('operatorEdge:field.capacity') })}
              increaseLabel={t('rules:more', { label: t('operatorEdge:field.capacity') })}
            />
          </Field>
        )}
      />
      <RefusalBanner error={error} message={message} group="operatorEdge" onDirty={onDirty} onDone={onDone} />
      <FormEnd message={null} faults={faults} busy={busy} onCancel={onDone}>
        {t('operatorEdge:save')}
      </FormEnd>
    </form>
  );
}
