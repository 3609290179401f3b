import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFaultFocus } from '../../../browser/forms/useFaultFocus.ts';
import { localeFacts } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { tlsVersions } from '../../../lib/rules/cdn/edge/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { isAsn, type TraceQuery, traceInput } from './request.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface TraceFormProps {
  domain: string;
  /** The traced request. */
  query: TraceQuery;
  /** Errors of the provider, by field. */
  fields: Readonly<Record<string, string>>;
  busy: boolean;
  onQuery: (request: TraceQuery) => void;
}

export function TraceForm({ domain, query, fields, busy, onQuery }: TraceFormProps) {
  const t = useT();
  const [values, setValues] = useState<TraceQuery>(() => ({ ...query, url: query.url || `https://${domain}/` }));
  const [isSent, setSent] = useState(query.url !== '');
  const form = useRef<HTMLFormElement>(null);
  const showFault = useFaultFocus();
  useEffect(() => {
    if (Object.keys(fields).length > 0) showFault(form.current);
  }, [fields, showFault]);
  const input = traceInput(values);
  const isUnchanged = JSON.stringify(values) === JSON.stringify(query);
  // Errors stay until the field is edited.
  const faultOf = (name: string) =>
    isUnchanged ? (fields[name] ?? Object.entries(fields).find(([field]) => field.startsWith(`${name}.`))?.[1]) : undefined;
  const line = isSent && typeof input === 'number' ? t('trace:error.headers', { line: input }) : undefined;
  const text = (name: keyof TraceQuery) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
    autoComplete: 'off',
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (typeof traceInput(values) === 'number' || !isAsn(values.asn)) return showFault(form.current);
    const next = { ...values, url: values.url.trim() || '/' };
    setValues(next);
    onQuery(next);
  };
  return (
    <Card title={t('trace:form.title')}>
      <form ref={form} noValidate aria-label={t('trace:form.title')} onSubmit={send} className="grid gap-4">
        <Field label={t('trace:form.url')} error={faultOf('url')}>
          <TextInput {...text('url')} mono type="url" maxLength={4000} placeholder={`https://${domain}/`} />
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('trace:form.method')} error={faultOf('method')}>
            <Select
              value={values.method}
              onChange={(method) => setValues({ ...values, method })}
              label={t('trace:form.method')}
              closeLabel={t('common:close')}
              options={(methods.includes(values.method) ? methods : [...methods, values.method]).map((value) => ({
                value,
                label: value,
                ltr: true,
              }))}
            />
          </Field>
          <Field label={t('trace:form.tls')} error={faultOf('tlsVersion')}>
            <Select
              value={values.tls}
              onChange={(tls) => setValues({ ...values, tls })}
              label={t('trace:form.tls')}
              closeLabel={t('common:close')}
              options={[
                { value: '', label: t('trace:form.tlsAny') },
                ...tlsVersions.map((value) => ({ value, label: `TLS ${value}`, ltr: true })),
              ]}
            />
          </Field>
        </div>
        <Field label={t('trace:form.ip')} optional={t('common:optional')} help={t('trace:form.ipHint')} error={faultOf('ip')}>
          <TextInput {...text('ip')} mono placeholder="203.0.113.7" />
        </Field>
        <Field
          label={t('trace:form.country')}
          optional={t('common:optional')}
          help={countryName(values.country) ?? t('trace:form.countryHint')}
          error={faultOf('country')}
        >
          <TextInput {...text('country')} ltr maxLength={2} placeholder="DE" />
        </Field>
        <Field
          label={t('trace:form.asn')}
          optional={t('common:optional')}
          help={t('trace:form.asnHint')}
          error={isSent && !isAsn(values.asn) ? t('trace:error.asn') : faultOf('asn')}
        >
          <TextInput {...text('asn')} mono placeholder="AS64511" />
        </Field>
        <Field
          label={t('trace:form.headers')}
          optional={t('common:optional')}
          help={t('trace:form.headersHint')}
          error={line ?? faultOf('headers')}
        >
          <Textarea {...text('headers')} mono rows={3} maxLength={8000} />
        </Field>
        {values.method !== 'GET' && values.method !== 'HEAD' && (
          <Field label={t('trace:form.body')} optional={t('common:optional')} error={faultOf('body')}>
            <Textarea {...text('body')} mono rows={3} maxLength={4000} />
          </Field>
        )}
        <Button kind="primary" changes={false} type="submit" busy={busy} busyLabel={t('trace:form.running')} block>
          {t('trace:form.run')}
        </Button>
      </form>
      <p className="mt-3 text-help text-text-2">{t('trace:note')}</p>
    </Card>
  );
}

/** The name of a two-letter country code in the language of the page; null: unknown. */
function countryName(code: string): string | null {
  if (!/^[a-z]{2}$/i.test(code)) return null;
  const name = new Intl.DisplayNames(localeFacts[currentLocale()].intl, { type: 'region' }).of(code.toUpperCase());
  return name && name !== code.toUpperCase() ? name : null;
}
