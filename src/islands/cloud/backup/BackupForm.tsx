import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type Backup, backup } from '../../../lib/contract/cloud/backup.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type BackupType, backupTypes } from '../../../lib/rules/cloud/backup.ts';
import { iso } from '../../../lib/time.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { NameFields } from './NameFields.tsx';
import { SourceField } from './SourceField.tsx';
import { type Source, sourceTarget } from './sources.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/backup.ts')).BackupFields;
const today = () => iso(Date.now()).slice(0, 10);

interface BackupFormProps extends EditDialogForm {
  /** At least one. */
  sources: readonly [Source, ...Source[]];
  /** The backups of the sources, as a base for incremental ones. */
  existing: readonly Backup[];
}

/** Takes a backup. Incremental is offered if there is a backup to build on. */
export function BackupForm({ sources, existing, ...callbacks }: BackupFormProps) {
  const t = useT();
  const [source, setSource] = useState<Source>(sources[0]);
  const hasParent = existing.some((one) => one.source.id === source.id && one.status === 'ready');
  const nameOf = ({ name }: Source) => `${name}-${today()}`;
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { name: nameOf(source), type: (hasParent ? 'incremental' : 'full') as BackupType, description: '' },
  });
  const create = useWrite(backup.create, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (item: Backup) => item,
    ...callbacks,
    save: (values) => create.mutateAsync({ ...values, ...sourceTarget(source) }),
  });
  const choose = (next: Source) => {
    if (form.getValues('name') === nameOf(source)) form.setValue('name', nameOf(next));
    const ready = existing.some((one) => one.source.id === next.id && one.status === 'ready');
    form.setValue('type', ready ? 'incremental' : 'full');
    setSource(next);
  };
  const { errors } = form.formState;
  return (
    <RuleFormShell state={state} label={t('backup:addTitle')} saveLabel={t('backup:save')} conflict={null}>
      <SourceField sources={sources} value={source} onChange={choose} />
      <Field label={t('backup:type')} group error={errors.type?.message}>
        <RadioCards
          value={form.watch('type')}
          onChange={(type) => form.setValue('type', type, { shouldDirty: true })}
          min={190}
          cards={backupTypes.map((type) => ({
            value: type,
            label: t(`backup:types.${type}`),
            description: t(`backup:types.${type}Help`),
            disabled: type === 'incremental' && !hasParent,
            reason: t('backup:types.needsFull'),
          }))}
        />
      </Field>
      <NameFields
        name={form.register('name')}
        description={form.register('description')}
        errors={{ name: errors.name?.message, description: errors.description?.message }}
      />
    </RuleFormShell>
  );
}
