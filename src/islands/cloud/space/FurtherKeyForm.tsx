import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import type { SpaceCredentials } from '../../../lib/contract/cloud/space.ts';
import { spaceKey } from '../../../lib/contract/cloud/spaceKey.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const schema = async () => (await import('../../../lib/contract/cloud/spaceKey.ts')).SpaceKeyForm;

interface FurtherKeyFormProps {
  spaceId: string;
  /** Called with the new key, whose secret must be shown. */
  onMade: (credentials: SpaceCredentials) => void;
}

/** The name, access and folder of a further key. */
export function FurtherKeyForm({ spaceId, onMade }: FurtherKeyFormProps) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { name: '', access: 'read', prefix: '' } });
  const add = useWrite(spaceKey.add, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) =>
    onMade((await add.mutateAsync({ spaceId, ...values })).credentials),
  );
  const { errors } = form.formState;
  return (
    <form noValidate aria-label={t('space:key.add')} onSubmit={onSubmit} className="grid gap-[18px]">
      <Field label={t('space:key.name')} error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" placeholder={t('space:key.namePlaceholder')} data-autofocus />
      </Field>
      <Field label={t('space:key.access')} group>
        <Segmented
          label={t('space:key.access')}
          value={form.watch('access')}
          onChange={(access) => form.setValue('access', access, { shouldDirty: true })}
          segments={(['read', 'write'] as const).map((value) => ({ value, label: t(`space:key.${value}`) }))}
          block
        />
      </Field>
      <Field label={t('space:key.prefix')} optional={t('common:optional')} help={t('space:key.prefixHelp')} error={errors.prefix?.message}>
        <TextInput {...form.register('prefix')} ltr mono autoComplete="off" placeholder="photos/" />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="form-foot">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('space:key.add')}
        </Button>
      </div>
    </form>
  );
}
