import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { webhook } from '../../../lib/contract/core/webhook.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const schema = async () => (await import('../../../lib/contract/core/webhook.ts')).WebhookForm;

/** Adds a webhook, then shows its secret once. */
export function WebhookForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useContractForm({ schema, defaultValues: { url: '' } });
  const create = useWrite(webhook.create, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    setSecret((await create.mutateAsync(values)).secret);
  });
  if (secret !== null)
    return (
      <div className="grid gap-[18px]">
        <Banner tone="warning">{t('notificationSetting:webhook.secretText')}</Banner>
        <div className="flex items-center gap-2 rounded-lg bg-sel p-3">
          <bdi dir="ltr" className="mono flex-1 [overflow-wrap:anywhere]">
            {secret}
          </bdi>
          <CopyButton
            value={secret}
            label={t('notificationSetting:webhook.secretCopy')}
            copiedLabel={t('common:copied')}
            failedLabel={t('common:copyFailed')}
          />
        </div>
        <div className="flex justify-end">
          <Button kind="primary" onClick={onDone}>
            {t('notificationSetting:webhook.done')}
          </Button>
        </div>
      </div>
    );
  return (
    <form noValidate method="post" aria-label={t('notificationSetting:webhook.addTitle')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Field
        label={t('notificationSetting:webhook.url')}
        help={t('notificationSetting:webhook.urlHelp')}
        error={form.formState.errors.url?.message}
      >
        <TextInput
          {...form.register('url')}
          ltr
          mono
          inputMode="url"
          autoComplete="off"
          placeholder="https://hooks.example.com/in"
          data-autofocus
        />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end gap-2.5">
        <Button onClick={onDone}>{t('common:cancel')}</Button>
        <Button changes="webhooks" kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('notificationSetting:webhook.add')}
        </Button>
      </div>
    </form>
  );
}
