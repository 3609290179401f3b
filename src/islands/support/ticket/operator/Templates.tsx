import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../../../browser/api/query.ts';
import { useContractForm } from '../../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../../browser/forms/useFormSubmit.ts';
import { $dialogs, closeDialog } from '../../../../browser/stores/dialogs.ts';
import { operatorTicket } from '../../../../lib/contract/support/operatorTicket.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';

const schema = async () => (await import('../../../../lib/contract/support/operatorTicket.ts')).TemplateForm;

interface TemplatesProps {
  /** What is in the editor, which can be saved as a template. */
  text: string;
  onUse: (body: string) => void;
}

/** Saved answers, in a dialog: one is put into the editor, deleted, or made of what is written there. */
export function Templates({ text, onUse }: TemplatesProps) {
  const t = useT();
  const read = useRead(operatorTicket.options, {});
  const remove = useWrite(operatorTicket.deleteTemplate);
  const [own] = useState(() => $dialogs.get().at(-1)?.id ?? '');
  const templates = read.data?.templates;
  return (
    <div className="grid gap-5">
      {read.error && !templates ? (
        <LoadError
          flush
          title={t('operatorTicket:template.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
        />
      ) : !templates ? (
        <Skeleton label={t('common:loading')} rows={3} />
      ) : templates.length === 0 ? (
        <p className="text-ui text-text-2">{t('operatorTicket:template.none')}</p>
      ) : (
        <ul className="grid gap-2">
          {templates.map(({ id, name, body }) => (
            <li key={id} className="flex min-w-0 items-center gap-3 rounded-lg border border-border px-3.5 py-2.5">
              <span className="min-w-0 flex-1">
                <b className="block truncate text-ui font-semibold text-text">
                  <bdi>{name}</bdi>
                </b>
                <span className="block truncate text-caption text-text-3" dir="auto">
                  {body}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={t('operatorTicket:template.useOne', { name })}
                onClick={() => {
                  onUse(body);
                  closeDialog(own);
                }}
              >
                {t('operatorTicket:template.use')}
              </Button>
              <IconButton
                icon={Trash2}
                size="sm"
                kind="danger"
                label={t('operatorTicket:template.delete', { name })}
                onClick={() => remove.mutate({ templateId: id })}
              />
            </li>
          ))}
        </ul>
      )}
      <SaveAs text={text} />
    </div>
  );
}

function SaveAs({ text }: { text: string }) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { name: '', body: text }, check: 'submit' });
  const save = useWrite(operatorTicket.saveTemplate, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    await save.mutateAsync(values);
    form.reset({ name: '', body: text });
  });
  if (text.trim() === '') return <p className="text-help text-text-3">{t('operatorTicket:template.writeFirst')}</p>;
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3 border-t border-border pt-4">
      <Field
        label={t('operatorTicket:template.name')}
        help={t('operatorTicket:template.nameHelp')}
        error={form.formState.errors.name?.message}
      >
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <Button type="submit" busy={busy} className="justify-self-start">
        {t('operatorTicket:template.save')}
      </Button>
    </form>
  );
}
