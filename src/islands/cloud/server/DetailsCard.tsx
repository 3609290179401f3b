import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { server as calls, type Server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/server.ts')).ServerDetails;
const split = (text: string) =>
  text
    .split(/[,،]/)
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Name, description and tags. */
export function DetailsCard({ server }: { server: Server }) {
  const t = useT();
  const { id, name, description, tags } = server;
  const form = useContractForm({ schema: loadSchema, defaultValues: { name, description, tags } });
  const edit = useWrite(calls.edit, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    const { server: saved } = await edit.mutateAsync({ serverId: id, ...values });
    form.reset({ name: saved.name, description: saved.description, tags: saved.tags });
  });
  const { errors, isDirty } = form.formState;
  const wrongTag =
    errors.tags?.message ?? errors.tags?.root?.message ?? (Array.isArray(errors.tags) ? errors.tags.find(Boolean)?.message : undefined);
  return (
    <Card title={t('server:settings.details')}>
      <form noValidate aria-label={t('server:settings.details')} onSubmit={(event) => void onSubmit(event)} className="grid gap-[18px]">
        <Field label={t('server:settings.name')} error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" dir="ltr" />
        </Field>
        <Field label={t('server:settings.description')} optional={t('server:settings.optional')} error={errors.description?.message}>
          <TextInput {...form.register('description')} autoComplete="off" />
        </Field>
        <Field
          label={t('server:settings.tags')}
          optional={t('server:settings.optional')}
          help={t('server:settings.tagsHelp')}
          error={wrongTag}
        >
          <TextInput
            key={tags.join()}
            defaultValue={tags.join(', ')}
            autoComplete="off"
            onChange={(event) => form.setValue('tags', split(event.target.value), { shouldDirty: true, shouldValidate: true })}
          />
        </Field>
        {message && (
          <Banner tone="danger" live>
            {message}
          </Banner>
        )}
        <div className="flex justify-end">
          <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')} disabled={!isDirty}>
            {t('server:settings.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
