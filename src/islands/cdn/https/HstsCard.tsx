import { lazy, Suspense, useEffect, useState } from 'react';
import { Controller } from 'react-hook-form';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { https as calls, type HstsForm, type Https } from '../../../lib/contract/cdn/https.ts';
import { formatDuration } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { hstsTimes } from '../../../lib/rules/cdn/https/hsts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Select } from '../../ui/Select.tsx';
import { HstsConflict, HstsEffect, HstsNeeds, HstsSteps } from './HstsNotes.tsx';
import { cacheHttps } from './useHttps.ts';

/** Loaded once HSTS is on. */
const HstsCertificate = lazy(async () => ({ default: (await import('./HstsCertificate.tsx')).HstsCertificate }));
const loadSchema = async () => (await import('../../../lib/contract/cdn/https.ts')).HstsForm;
const maxAgeCode = ({ value, unit }: HstsForm['maxAge']) => `${value}${unit}`;

/** HSTS is saved as a whole: a mistake lasts as long as browsers remember it. */
export function HstsCard({ domain, https }: { domain: Domain; https: Https }) {
  const { id: domainId } = domain;
  const t = useT();
  const locale = currentLocale();
  /** The saved values that the form started from, with their version. */
  const [base, setBase] = useState(https);
  const [theirs, setTheirs] = useState<Https | null>(null);
  const form = useContractForm({ schema: loadSchema, defaultValues: https.hsts });
  const values = form.watch();
  const dirty = JSON.stringify(ordered(values)) !== JSON.stringify(ordered(base.hsts));
  useUnsavedGuard(dirty);
  const begin = (next: Https) => {
    setBase(next);
    setTheirs(null);
    form.reset(next.hsts);
  };
  // Other settings were saved, here or in another tab: the form continues with their version. Saving reports changes to HSTS itself.
  useEffect(() => {
    if (https.version <= base.version) return;
    if (!dirty) begin(https);
    else if (JSON.stringify(ordered(https.hsts)) === JSON.stringify(ordered(base.hsts))) setBase(https);
  });

  const write = useWrite(calls.hsts, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    try {
      const answer = await write.mutateAsync({ domainId, ...checked, version: base.version });
      cacheHttps(domainId, answer.https);
      begin(answer.https);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.https as Https); // the provider sends the current settings
    }
  });

  const times = hstsTimes.some((time) => maxAgeCode(time) === maxAgeCode(base.hsts.maxAge)) ? hstsTimes : [base.hsts.maxAge, ...hstsTimes];
  const isLocked = !https.enabled && !base.hsts.enabled && !values.enabled;
  return (
    <Card title={t('https:hsts.title')} sub={t('https:hsts.sub')} line>
      <form noValidate aria-label={t('https:hsts.title')} onSubmit={onSubmit} className="grid gap-5">
        <Checkbox
          checked={values.enabled}
          onChange={(event) => {
            form.setValue('enabled', event.target.checked);
            // The first time begins with the shortest, which the steps advise.
            const [first] = hstsTimes;
            if (event.target.checked && !base.hsts.enabled && base.hstsRememberedUntil === null && first) form.setValue('maxAge', first);
          }}
          disabled={isLocked}
          label={t('https:hsts.enabled')}
          help={isLocked ? t('https:hsts.needsHttps') : t('https:hsts.enabledHelp')}
        />
        {values.enabled && (
          <div className="grid gap-5 ps-[25px]">
            <Field label={t('https:hsts.maxAge')} help={t('https:hsts.maxAgeHelp')} error={form.formState.errors.maxAge?.message}>
              <Controller
                control={form.control}
                name="maxAge"
                render={({ field }) => (
                  <Select
                    value={maxAgeCode(field.value)}
                    onChange={(code) => field.onChange(times.find((time) => maxAgeCode(time) === code))}
                    onBlur={field.onBlur}
                    label={t('https:hsts.maxAge')}
                    closeLabel={t('common:close')}
                    options={times.map((time) => ({ value: maxAgeCode(time), label: formatDuration(time, locale) }))}
                    className="max-w-60"
                  />
                )}
              />
            </Field>
            <Checkbox {...form.register('includeSubdomains')} label={t('https:hsts.subdomains')} help={t('https:hsts.subdomainsHelp')} />
            <div>
              <Checkbox
                {...form.register('preload')}
                label={t('https:hsts.preload')}
                help={t('https:hsts.preloadHelp')}
                error={form.formState.errors.preload?.message}
              />
              {values.preload && <HstsNeeds https={https} hsts={values} />}
            </div>
          </div>
        )}
        <HstsEffect https={https} hsts={values} />
        {values.enabled && (
          <Suspense>
            <HstsCertificate domain={domain} />
          </Suspense>
        )}
        {values.enabled && <HstsSteps />}
        <SaveBar
          faults={faults}
          message={message}
          note={dirty && t('https:hsts.dirty')}
          busy={busy}
          saveLabel={t('common:save')}
          conflict={
            theirs && (
              <HstsConflict
                mine={values}
                theirs={theirs.hsts}
                busy={busy}
                onRetain={() => {
                  setBase(theirs);
                  setTheirs(null);
                }}
                onAdopt={() => begin(theirs)}
              />
            )
          }
        >
          {dirty && (
            <Button kind="ghost" onClick={() => begin(https)}>
              {t('https:hsts.discard')}
            </Button>
          )}
        </SaveBar>
      </form>
    </Card>
  );
}

const ordered = ({ enabled, maxAge, includeSubdomains, preload }: HstsForm) => [enabled, maxAgeCode(maxAge), includeSubdomains, preload];
