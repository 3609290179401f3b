import { Globe, Server } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import type { ContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type TicketForm, ticket } from '../../../lib/contract/support/ticket.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';

interface TopicFieldsProps {
  form: ContractForm<typeof TicketForm>;
  departments: Output<typeof ticket.departments>['departments'];
}

/** What a ticket is about: department, one of its services, and a domain or a server. */
export function TopicFields({ form, departments }: TopicFieldsProps) {
  const t = useT();
  const { domains, servers } = useRead(ticket.subjects, {}).data ?? { domains: [], servers: [] };
  const { departmentId, service, domainId, serverId } = form.watch();
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
      {domains.length + servers.length > 0 && (
        <Field
          label={t('ticket:create.about')}
          optional={t('common:optional')}
          error={errors.domainId?.message ?? errors.serverId?.message}
        >
          <Combobox
            label={t('ticket:create.about')}
            closeLabel={t('common:close')}
            value={domainId ? `domain ${domainId}` : serverId ? `server ${serverId}` : ''}
            onChange={(value) => {
              const [kind, id] = value.split(' ');
              form.setValue('domainId', kind === 'domain' ? id : undefined);
              form.setValue('serverId', kind === 'server' ? id : undefined);
            }}
            options={[
              { value: '', label: t('ticket:create.anyAbout') },
              ...domains.map(({ id, name }) => ({
                value: `domain ${id}`,
                label: nameToUnicode(name),
                ltr: true,
                icon: Globe,
                end: t('ticket:domain'),
              })),
              ...servers.map(({ id, name }) => ({ value: `server ${id}`, label: name, ltr: true, icon: Server, end: t('ticket:server') })),
            ]}
            emptyText={t('ticket:create.noAbout')}
          />
        </Field>
      )}
    </>
  );
}
