import { useT } from '../../../lib/i18n/react.tsx';
import { redirectStatuses } from '../../../lib/rules/cdn/edge/config.ts';
import { timeOptions } from '../../../lib/rules/cdn/edge/duration.ts';
import { isCacheTime } from '../../../lib/rules/cdn/pageRule/pageRule.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DurationField } from '../../ui/DurationField.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { CorsFields } from './CorsFields.tsx';
import { beginsWith, isHeaderSetting, isTextSetting, type TextSetting } from './defaults.ts';
import { HeaderChanges } from './HeaderChanges.tsx';
import type { PageRuleFormState } from './pageRuleForm.ts';
import type { SettingPartProps } from './SettingControl.tsx';

/** Cache times range from a second to 365 days. */
const cacheOptions = { ...timeOptions, d: timeOptions.d.slice(0, 365), M: timeOptions.M.slice(0, 12) };

const examples: Record<TextSetting, string> = {
  hostHeader: 'origin.example.com',
  redirectUrl: 'https://example.com/new/$1',
  rewriteUrl: '/app/$1',
  cspOverride: "default-src 'self'; img-src *",
};

/** The part below a setting: its text, its list of headers, a custom time, and errors. */
export function SettingMore(props: SettingPartProps & { form: PageRuleFormState; fault: string | undefined }) {
  const { name, title, settings, change, form, fault } = props;
  const t = useT();
  if (isCacheTime(name) && fault === undefined)
    return (
      <DurationField
        label={title}
        options={cacheOptions}
        value={settings[name] ?? beginsWith[name]}
        onChange={({ value, unit }) => value !== null && change({ [name]: { value, unit } })}
      />
    );
  if (isHeaderSetting(name)) return <HeaderChanges name={name} settings={settings} change={change} form={form} />;
  if (name === 'cors') return <CorsFields settings={settings} change={change} form={form} />;
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
  const help = name === 'redirectUrl' || name === 'rewriteUrl' ? t('pageRule:captures') : undefined;
  return (
    <div className="grid gap-3">
      <Field label={title} hideLabel help={help} error={fault} live>
        {name === 'cspOverride' ? (
          <Textarea {...control} grow rows={2} />
        ) : (
          <TextInput {...control} ref={settings[name] === '' ? followSwitch : null} />
        )}
      </Field>
      {name === 'redirectUrl' && <RedirectParts {...props} />}
    </div>
  );
}

/** Focuses the field of a setting after its switch was used. It is loaded later: a focus that has moved on is left alone. */
function followSwitch(input: HTMLInputElement | null): void {
  const { activeElement, body } = document;
  if (input && (activeElement === body || input.closest('.setting')?.contains(activeElement))) input.focus();
}

const meanings = { 301: 'permanent', 302: 'temporary', 307: 'temporaryMethod', 308: 'permanentMethod' } as const;

/** The status of a redirect, by what it means to browsers, and what becomes of the query string. */
function RedirectParts({ settings, change }: SettingPartProps) {
  const t = useT();
  return (
    <>
      <Field label={t('pageRule:redirect.status')}>
        <Select
          label={t('pageRule:redirect.status')}
          closeLabel={t('common:close')}
          value={settings.redirectStatus ?? beginsWith.redirectStatus}
          onChange={(redirectStatus) => change({ redirectStatus })}
          options={redirectStatuses.map((value) => ({
            value,
            code: String(value),
            label: t(`pageRule:redirect.${meanings[value]}.title`),
            description: t(`pageRule:redirect.${meanings[value]}.hint`),
          }))}
        />
      </Field>
      <Checkbox
        label={t('pageRule:redirect.query')}
        help={t('pageRule:redirect.queryHint')}
        checked={settings.redirectQuery ?? beginsWith.redirectQuery}
        onChange={({ target }) => change({ redirectQuery: target.checked || undefined })}
      />
    </>
  );
}
