import { useEffect } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { https as calls } from '../../../lib/contract/cdn/https.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cdn/https.ts')).ClientCertificateForm;
const nothing = () => {};

/** The certificate and the key that the edge identifies itself to the origin with. Neither is shown again. */
export function ClientCertificateForm({ domainId, onDirty, onDone }: EditDialogForm & { domainId: string }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { certificate: '', privateKey: '' } });
  const write = useWrite(calls.clientCertificate, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (texts) => {
    await write.mutateAsync({ domainId, ...texts });
    onDone();
  });
  const { isDirty, errors } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const pem = { mono: true, rows: 6, autoComplete: 'off', style: { textAlign: 'start' } } as const;
  return (
    <RuleFormShell
      state={{ onSubmit, message, faults, saving: busy, deploying: false, onRetain: nothing, onAdopt: nothing }}
      label={t('https:client.name')}
      saveLabel={t('common:save')}
      conflict={null}
    >
      <Field label={t('https:client.certificate')} help={t('https:client.certificateHelp')} error={errors.certificate?.message}>
        <Textarea {...pem} placeholder="-----BEGIN CERTIFICATE-----" {...form.register('certificate')} />
      </Field>
      <Field label={t('https:client.privateKey')} help={t('https:client.privateKeyHelp')} error={errors.privateKey?.message}>
        <Textarea {...pem} placeholder="-----BEGIN PRIVATE KEY-----" {...form.register('privateKey')} />
      </Field>
    </RuleFormShell>
  );
}
