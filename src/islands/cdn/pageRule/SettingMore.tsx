import { timeOptions } from '../../../lib/rules/cdn/edge/duration.ts';
import { isCacheTime } from '../../../lib/rules/cdn/pageRule/pageRule.ts';
import { DurationField } from '../../ui/DurationField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { beginsWith, isTextSetting, type TextSetting } from './defaults.ts';
import type { PageRuleFormState } from './PageRuleForm.tsx';
import type { SettingPartProps } from './SettingControl.tsx';

/** Cache times range from a second to 365 days. */
const cacheOptions = { ...timeOptions, d: timeOptions.d.slice(0, 365), M: timeOptions.M.slice(0, 12) };

const examples: Record<TextSetting, string> = {
  hostHeader: 'origin.example.com',
  redirectUrl: 'https://example.com/new',
  cspOverride: "default-src 'self'; img-src *",
};

/** The part below a setting: its text, a custom time, and errors. */
export function SettingMore({
  name,
  title,
  settings,
  change,
  form,
  fault,
}: SettingPartProps & { form: PageRuleFormState; fault: string | undefined }) {
  if (isCacheTime(name) && fault === undefined)
    return (
      <DurationField
        label={title}
        options={cacheOptions}
        value={settings[name] ?? beginsWith[name]}
        onChange={({ value, unit }) => value !== null && change({ [name]: { value, unit } })}
      />
    );
  if (!isTextSetting(name))
    return (
      <p role="alert" className="text-help text-danger">
        {fault}
      </p>
    );
  const control = {
    value: settings[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    onBlur: () => void form.trigger(`settings.${name}`),
    placeholder: examples[name],
    mono: true,
    autoComplete: 'off',
  };
  return (
    <Field label={title} hideLabel error={fault} live>
      {name === 'cspOverride' ? <Textarea {...control} grow rows={2} /> : <TextInput {...control} autoFocus={settings[name] === ''} />}
    </Field>
  );
}
