import { useEffect } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { dedicatedIp as calls } from '../../../lib/contract/cdn/dedicatedIp.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cdn/dedicatedIp.ts')).DedicatedIpForm;

interface IpRequestFormProps {
  domainId: string;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}

/** The reason for the request. */
export default function IpRequestForm({ domainId, onDirty, onDone }: IpRequestFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  useUnsavedGuard(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const request = useWrite(calls.request, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async ({ reason }) => {
    await request.mutateAsync({ domainId, ...(reason && { reason }) });
    onDirty(false);
    onDone();
  });
  return (
    <form noValidate aria-label={t('dedicatedIp:form.title')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Field
        label={t('dedicatedIp:form.reason')}
        optional={t('common:optional')}
        help={t('dedicatedIp:form.help')}
        error={errors.reason?.message}
      >
        <Textarea {...form.register('reason')} rows={4} data-autofocus />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('dedicatedIp:form.sending')}>
          {t('dedicatedIp:form.send')}
        </Button>
      </div>
    </form>
  );
}
