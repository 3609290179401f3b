import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { type SpaceLifecycle, type SpaceLifecycleRule, spaceLifecycle } from '../../../lib/contract/cloud/spaceLifecycle.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { maxDays } from '../../../lib/rules/cloud/space/limits.ts';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/spaceLifecycle.ts')).SpaceLifecycleRule;
const emptyRule: SpaceLifecycleRule = { id: '', isEnabled: true, prefix: '', expireDays: null, noncurrentDays: null, abortDays: null };
const fields = { expireDays: 'expire', noncurrentDays: 'noncurrent', abortDays: 'abort' } as const;

interface LifecycleFormProps extends EditDialogForm {
  spaceId: string;
  lifecycle: SpaceLifecycle;
  /** Null: a new rule. */
  item: SpaceLifecycleRule | null;
}

/** One lifecycle rule. All rules of the space are saved together, so a change made elsewhere is refused. */
export function LifecycleForm({ spaceId, lifecycle, item, ...callbacks }: LifecycleFormProps) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: item ?? emptyRule });
  const set = useWrite(spaceLifecycle.set, { notices: 'form' });
  const { theirs, state } = useRuleForm(form, {
    initial: lifecycle,
    // Only the rule that is edited is in the form; the other rules are taken from what was read last.
    valuesOf: ({ rules }) => rules.find(({ id }) => id === item?.id) ?? item ?? emptyRule,
    conflictField: 'lifecycle',
    ...callbacks,
    save: (rule: SpaceLifecycleRule, { base }) => {
      const { rules, revision } = base ?? lifecycle;
      const isThere = rules.some(({ id }) => id === item?.id);
      return set.mutateAsync({
        spaceId,
        revision,
        rules: isThere ? rules.map((one) => (one.id === item?.id ? rule : one)) : [...rules, rule],
      });
    },
  });
  const { errors } = form.formState;
  return (
    <RuleFormShell
      state={state}
      label={item ? t('space:lifecycle.edit') : t('space:lifecycle.add')}
      saveLabel={t('common:save')}
      conflict={theirs && []}
      conflictTitle={t('space:lifecycle.conflict')}
    >
      <p className="text-ui text-text-2">{t('space:lifecycle.text')}</p>
      <Field
        label={t('space:lifecycle.prefix')}
        help={t('space:lifecycle.prefixHelp')}
        optional={t('common:optional')}
        error={errors.prefix?.message}
      >
        <TextInput {...form.register('prefix')} dir="auto" autoComplete="off" data-autofocus />
      </Field>
      {(['expireDays', 'noncurrentDays', 'abortDays'] as const).map((name) => (
        <Field
          key={name}
          label={t(`space:lifecycle.${fields[name]}`)}
          help={t(`space:lifecycle.${fields[name]}Help`)}
          optional={t('common:optional')}
          error={errors[name]?.message}
        >
          <Controller
            control={form.control}
            name={name}
            render={({ field: { value, onChange, onBlur } }) => (
              <NumberInput
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                min={1}
                max={maxDays}
                suffix={t('space:lifecycle.days')}
                decreaseLabel={t('space:lifecycle.less')}
                increaseLabel={t('space:lifecycle.more')}
              />
            )}
          />
        </Field>
      ))}
      <Controller
        control={form.control}
        name="isEnabled"
        render={({ field: { value, onChange } }) => <Switch checked={value} onChange={onChange} label={t('space:lifecycle.enabled')} />}
      />
    </RuleFormShell>
  );
}
