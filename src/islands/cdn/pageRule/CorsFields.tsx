import { useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { type Cors, corsMethods } from '../../../lib/rules/cdn/edge/config.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { beginsWith, corsTimes } from './defaults.ts';
import type { PageRuleFormState } from './pageRuleForm.ts';
import type { SettingPartProps } from './SettingControl.tsx';
import { TimeControl } from './TimeControl.tsx';

const split = (text: string) => text.split(/[\s,\u060c]+/).filter(Boolean);

/** Which pages of other sites may use what is below the path. */
export function CorsFields({ settings, change, form }: Pick<SettingPartProps, 'settings' | 'change'> & { form: PageRuleFormState }) {
  const t = useT();
  const cors = settings.cors ?? beginsWith.cors;
  const save = (part: Partial<Cors>) => change({ cors: { ...cors, ...part } });
  // As typed: a line that is being begun is no entry yet.
  const [origins, setOrigins] = useState(() => cors.origins.join('\n'));
  const [headers, setHeaders] = useState(() => cors.headers.join(', '));
  const errors = form.formState.errors.settings?.cors;
  const check = () => void form.trigger('settings.cors');
  /** The error of a list is in one of its entries. */
  const faultOf = (part: 'origins' | 'headers' | 'methods') => {
    const error = errors?.[part];
    return error?.message ?? (Array.isArray(error) ? error.find(Boolean)?.message : undefined);
  };
  const toggle = (method: (typeof corsMethods)[number]) =>
    save({ methods: corsMethods.filter((one) => cors.methods.includes(one) !== (one === method)) });
  const text = { mono: true, autoComplete: 'off', onBlur: check };
  return (
    <div className="grid gap-4">
      <Field label={t('pageRule:cors.origins')} help={t('pageRule:cors.originsHint')} error={faultOf('origins')}>
        <Textarea
          {...text}
          grow
          rows={2}
          placeholder="https://app.example.com"
          value={origins}
          onChange={({ target }) => {
            setOrigins(target.value);
            save({ origins: split(target.value) });
          }}
        />
      </Field>
      <Field group label={t('pageRule:cors.methods')} error={faultOf('methods')}>
        <div className="flex flex-wrap gap-1.5">
          {corsMethods.map((method) => (
            <Chip key={method} size="sm" pressed={cors.methods.includes(method)} onClick={() => toggle(method)}>
              {method}
            </Chip>
          ))}
        </div>
      </Field>
      <Field label={t('pageRule:cors.headers')} help={t('pageRule:cors.headersHint')} error={faultOf('headers')}>
        <TextInput
          {...text}
          placeholder="Content-Type, X-Api-Version"
          value={headers}
          onChange={({ target }) => {
            setHeaders(target.value);
            save({ headers: split(target.value) });
          }}
        />
      </Field>
      <Checkbox
        label={t('pageRule:cors.credentials')}
        help={t('pageRule:cors.credentialsHint')}
        error={errors?.credentials?.message}
        checked={cors.credentials}
        onChange={({ target }) => {
          save({ credentials: target.checked });
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-ui">{t('pageRule:cors.maxAge')}</span>
        <TimeControl label={t('pageRule:cors.maxAge')} value={cors.maxAge} times={corsTimes} onChange={(maxAge) => save({ maxAge })} />
      </div>
    </div>
  );
}
