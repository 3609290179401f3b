import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type OperatorEdge, type OperatorPlace, operatorEdge } from '../../../lib/contract/cdn/operatorEdge.ts';
import { formatTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { RefusalBanner } from '../../core/shared/RefusalBanner.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const schema = async () => (await import('../../../lib/contract/cdn/operatorEdge.ts')).EdgeForm;

export type Joining = Output<typeof operatorEdge.add>;
interface EdgeFormProps extends EditDialogForm {
  /** Null: a new one. */
  edge: OperatorEdge | null;
  places: readonly OperatorPlace[];
  /** The release of the portal. */
  portal: string;
  /** A new one was added. */
  onAdded: (joining: Joining) => void;
}

/** The name, the place and the addresses of an edge. */
export function EdgeForm({ edge, places, portal, onAdded, onDirty, onDone }: EdgeFormProps) {
  const t = useT();
  const { name, placeId, addresses } = edge ?? { name: '', placeId: null, addresses: [] };
  const form = useContractForm({ schema, defaultValues: { name: name ?? '', placeId, addresses }, check: 'submit' });
  const add = useWrite(operatorEdge.add, { notices: 'form' });
  const update = useWrite(operatorEdge.update, { notices: 'form' });
  const { onSubmit, message, error, faults, busy } = useFormSubmit(form, async (values) => {
    if (edge) await update.mutateAsync({ ...values, edgeId: edge.id, version: edge.version });
    const joining = edge ? null : await add.mutateAsync(values);
    onDirty(false);
    if (joining) onAdded(joining);
    else onDone();
  });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { addresses: faulty } = errors;
  // One text for the whole list: the first of its entries that isn't an address.
  const addressError = faulty?.message ?? (Array.isArray(faulty) ? faulty.find(Boolean)?.message : undefined);
  return (
    <form noValidate aria-label={t(edge ? 'operatorEdge:edit' : 'operatorEdge:add')} onSubmit={onSubmit} className="grid gap-[18px]">
      {edge && (
        <Banner tone={edge.health === 'healthy' ? 'success' : 'warning'}>
          {t(`operatorEdge:healthHelp.${edge.health}`, {
            release: portal,
            time: edge.tokenExpiresAt === null ? '' : formatTime(edge.tokenExpiresAt, currentLocale()),
          })}
        </Banner>
      )}
      <Field label={t('operatorEdge:field.name')} help={t('operatorEdge:help.name')} error={errors.name?.message}>
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="placeId"
        render={({ field: { value, onChange } }) => (
          <Field label={t('operatorEdge:field.placeId')} error={errors.placeId?.message}>
            <Combobox
              value={value ?? ''}
              onChange={(next) => onChange(next === '' ? null : next)}
              options={[
                { value: '', label: t('operatorEdge:noPlace') },
                ...places.map((place) => ({ value: place.id, label: place.name })),
              ]}
              label={t('operatorEdge:field.placeId')}
              closeLabel={t('common:close')}
              emptyText={t('operatorEdge:noMatch')}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="addresses"
        render={({ field: { value, onChange, onBlur } }) => (
          <Field label={t('operatorEdge:field.addresses')} help={t('operatorEdge:help.addresses')} error={addressError}>
            <Textarea
              mono
              value={value.join('\n')}
              onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
              onBlur={() => {
                onChange(value.map((one) => one.trim()).filter(Boolean));
                onBlur();
              }}
            />
          </Field>
        )}
      />
      <RefusalBanner error={error} message={message} group="operatorEdge" onDirty={onDirty} onDone={onDone} />
      <FormEnd message={null} faults={faults} busy={busy} onCancel={onDone}>
        {t(edge ? 'operatorEdge:save' : 'operatorEdge:add')}
      </FormEnd>
    </form>
  );
}
