import { useStore } from '@nanostores/react';
import type { Output } from '../../../lib/contract/call.ts';
import type { TicketForm, ticket } from '../../../lib/contract/support/ticket.ts';
import type { ContractForm } from '../../../lib/forms/useContractForm.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { $domains } from '../../../lib/stores/domain.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';

interface TopicFieldsProps {
  form: ContractForm<typeof TicketForm>;
  departments: Output<typeof ticket.departments>['departments'];
}

/** What a ticket is about: department, one of its services, and the domain. */
export function TopicFields({ form, departments }: TopicFieldsProps) {
  const t = useT();
  const domains = useStore($domains) ?? [];
  const { departmentId, service, domainId } = form.watch();
  const { errors, isSubmitted } = form.formState;
  const services = departments.find(({ id }) => id === departmentId)?.services ?? [];
  const choose = (name: 'departmentId' | 'service', value: string) => form.setValue(name, value, { shouldValidate: isSubmitted });
  const options = (list: readonly { id: string; title: string }[]) => list.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('ticket:create.department')} error={errors.departmentId?.message}>
          <Select
            label={t('ticket:create.department')}
            closeLabel={t('common:close')}
            placeholder={t('ticket:create.choose')}
            value={departmentId || null}
            onChange={(id) => {
              choose('departmentId', id);
              // Of another department it would be refused.
              if (id !== departmentId) choose('service', '');
            }}
            options={options(departments)}
          />
        </Field>
        <Field label={t('ticket:create.service')} error={errors.service?.message} disabled={services.length === 0}>
          <Select
            label={t('ticket:create.service')}
            closeLabel={t('common:close')}
            placeholder={t('ticket:create.choose')}
            value={service || null}
            onChange={(id) => choose('service', id)}
            options={options(services)}
          />
        </Field>
      </div>
      {domains.length > 0 && (
        <Field label={t('ticket:create.domain')} optional={t('common:optional')} error={errors.domainId?.message}>
          <Combobox
            label={t('ticket:create.domain')}
            closeLabel={t('common:close')}
            value={domainId ?? ''}
            onChange={(id) => form.setValue('domainId', id === '' ? undefined : id)}
            options={[
              { value: '', label: t('ticket:create.anyDomain') },
              ...domains.map(({ id, name }) => ({ value: id, label: name, ltr: true })),
            ]}
            emptyText={t('ticket:create.noDomain')}
          />
        </Field>
      )}
    </>
  );
}
