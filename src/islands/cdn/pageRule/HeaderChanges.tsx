import { Plus, Trash2 } from 'lucide-react';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type HeaderChange, headerActions } from '../../../lib/rules/cdn/edge/config.ts';
import { maxHeaderChanges } from '../../../lib/rules/cdn/edge/headerChanges.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { beginsWith, type HeaderSetting } from './defaults.ts';
import type { PageRuleFormState } from './pageRuleForm.ts';
import type { SettingPartProps } from './SettingControl.tsx';

interface HeaderChangesProps extends Pick<SettingPartProps, 'settings' | 'change'> {
  name: HeaderSetting;
  form: PageRuleFormState;
}

/** The changes of the headers of requests or responses, in their order. */
export function HeaderChanges({ name, settings, change, form }: HeaderChangesProps) {
  const t = useT();
  const changes = settings[name] ?? [];
  const save = (next: HeaderChange[]) => change({ [name]: next });
  return (
    <div className="grid gap-2">
      {changes.map((one, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a change has no other name, and its place is its order
          key={index}
          setting={name}
          index={index}
          value={one}
          form={form}
          onChange={(part) => save(changes.map((other, place) => (place === index ? { ...one, ...part } : other)))}
          // Without any, the setting is off.
          onRemove={changes.length > 1 ? () => save(changes.toSpliced(index, 1)) : () => change({ [name]: undefined })}
        />
      ))}
      {changes.length < maxHeaderChanges && (
        <div>
          <Button size="sm" icon={Plus} onClick={() => save([...changes, ...beginsWith[name]])}>
            {t('pageRule:header.append')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  setting: HeaderSetting;
  index: number;
  value: HeaderChange;
  form: PageRuleFormState;
  onChange: (part: Partial<HeaderChange>) => void;
  onRemove: () => void;
}

function Row({ setting, index, value, form, onChange, onRemove }: RowProps) {
  const t = useT();
  const n = formatNumber(index + 1, currentLocale());
  const errors = form.formState.errors.settings?.[setting]?.[index];
  const check = () => void form.trigger(`settings.${setting}`);
  const input = { size: 'sm', mono: true, autoComplete: 'off' } as const;
  return (
    <fieldset aria-label={t('pageRule:header.label', { n })} className="flex flex-wrap items-start gap-2.5 rounded-lg bg-surface-2 p-3">
      <Field label={t('pageRule:header.action')} hideLabel className="w-[124px] max-sm:w-full">
        <Select
          size="sm"
          label={t('pageRule:header.action')}
          closeLabel={t('common:close')}
          value={value.action}
          onChange={(action) => onChange({ action, value: action === 'remove' ? undefined : (value.value ?? '') })}
          options={headerActions.map((action) => ({ value: action, label: t(`pageRule:header.${action}`) }))}
        />
      </Field>
      <Field label={t('pageRule:header.name')} hideLabel error={errors?.name?.message} className="w-[190px] max-sm:w-full">
        <TextInput
          {...input}
          placeholder={t('pageRule:header.name')}
          value={value.name}
          onChange={({ target }) => onChange({ name: target.value })}
          onBlur={check}
        />
      </Field>
      {value.action !== 'remove' && (
        <Field label={t('pageRule:header.value')} hideLabel error={errors?.value?.message} className="min-w-[150px] flex-1">
          <TextInput
            {...input}
            placeholder={t('pageRule:header.value')}
            value={value.value ?? ''}
            onChange={({ target }) => onChange({ value: target.value })}
            onBlur={check}
          />
        </Field>
      )}
      <span className="ms-auto">
        <IconButton icon={Trash2} size="sm" label={t('pageRule:header.delete', { n })} onClick={onRemove} />
      </span>
    </fieldset>
  );
}
