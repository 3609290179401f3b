import { useState } from 'react';
import type { Waf, WafException, WafRule } from '../../../lib/contract/cdn/waf.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { EdgeRequest } from '../../../lib/rules/cdn/edge/types.ts';
import { isolated } from '../../../lib/rules/cdn/waf/formatWaf.ts';
import { type TestOutcome, testRequest } from '../../../lib/rules/cdn/waf/testRequest.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { FalsePositive } from './WafScreen.tsx';
import { WafTestResult } from './WafTestResult.tsx';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

interface WafTestDialogProps {
  open: boolean;
  domainName: string;
  waf: Waf;
  rules: readonly WafRule[];
  exceptions: readonly WafException[];
  onClose: () => void;
  onFalsePositive: (found: FalsePositive) => void;
}
interface Result {
  request: EdgeRequest;
  deployed: TestOutcome;
  draft: TestOutcome;
}

/** Runs one request through the engine's WAF in the browser: what the edge would do, and what the drafts would change. */
export function WafTestDialog({ open, domainName, waf, rules, exceptions, onClose, onFalsePositive }: WafTestDialogProps) {
  const t = useT();
  const [values, setValues] = useState({
    url: "/?q=1' OR 1=1--",
    method: 'GET',
    headers: 'User-Agent: Mozilla/5.0',
    body: '',
    ip: '203.0.113.9',
  });
  const [errors, setErrors] = useState<{ url?: string; headers?: string }>({});
  const [result, setResult] = useState<Result | null>(null);
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const run = () => {
    const headers = readHeaders(values.headers);
    if (typeof headers === 'number') return setErrors({ headers: t('waf:test.badHeader', { line: headers }) });
    const { url, method, body, ip } = values;
    const request: EdgeRequest = { url, method, body, ip, headers, now: Date.now() };
    const whole = { ...waf, rules, exceptions };
    const [deployed, draft] = [testRequest(domainName, whole, request, 'deployed'), testRequest(domainName, whole, request, 'draft')];
    setErrors(deployed && draft ? {} : { url: t('waf:test.badUrl') });
    setResult(deployed && draft ? { request, deployed, draft } : null);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title={t('waf:test.title')}
      description={t('waf:test.text')}
      closeLabel={t('common:close')}
    >
      <form
        noValidate
        aria-label={t('waf:test.title')}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-[140px_minmax(0,1fr)]">
          <Field label={t('waf:test.method')}>
            <Select
              label={t('waf:test.method')}
              closeLabel={t('common:close')}
              value={values.method}
              onChange={(method) => set({ method })}
              options={methods.map((method) => ({ value: method, label: method, ltr: true }))}
            />
          </Field>
          <Field label={t('waf:test.url')} help={t('waf:test.urlHint')} error={errors.url}>
            <TextInput mono autoComplete="off" data-autofocus value={values.url} onChange={(event) => set({ url: event.target.value })} />
          </Field>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('waf:test.headers')}
            optional={t('common:optional')}
            help={t('waf:test.headersHint', { example: isolated('User-Agent: curl/8.5.0') })}
            error={errors.headers}
          >
            <Textarea mono rows={3} value={values.headers} onChange={(event) => set({ headers: event.target.value })} />
          </Field>
          <Field label={t('waf:test.body')} optional={t('common:optional')}>
            <Textarea mono rows={3} value={values.body} onChange={(event) => set({ body: event.target.value })} />
          </Field>
        </div>
        <div className="flex flex-wrap items-end gap-4">
          <Field label={t('waf:test.ip')} className="w-60 max-sm:w-full">
            <TextInput mono autoComplete="off" value={values.ip} onChange={(event) => set({ ip: event.target.value })} />
          </Field>
          <Button kind="primary" type="submit" className="ms-auto max-sm:w-full">
            {t('waf:test.run')}
          </Button>
        </div>
      </form>
      <div aria-live="polite">{result && <WafTestResult {...result} domainName={domainName} onFalsePositive={onFalsePositive} />}</div>
    </Dialog>
  );
}

/** Headers by name; a number: the invalid line, from 1. */
function readHeaders(text: string): Record<string, string> | number {
  const headers: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const cut = line.indexOf(':');
    if (cut < 1) return index + 1;
    headers[line.slice(0, cut).trim()] = line.slice(cut + 1).trim();
  }
  return headers;
}
