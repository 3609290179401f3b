import { useEffect, useMemo } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { navigate } from '../../../browser/navigate.ts';
import { saveLocale, setTheme } from '../../../browser/stores/preferences.ts';
import { preference, type PreferenceForm as Values } from '../../../lib/contract/account/preference.ts';
import { defaultCalendar, hasNativeDigits } from '../../../lib/format/region.ts';
import { deviceTimeZone, timeZoneOptions } from '../../../lib/format/timeZones.ts';
import { localeFacts, locales } from '../../../lib/i18n/locales.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Select } from '../../ui/Select.tsx';
import { AppearanceCard } from './AppearanceCard.tsx';
import { Preview } from './Preview.tsx';

const schema = async () => (await import('../../../lib/contract/account/preference.ts')).PreferenceForm;
/** The option for the device's zone: a Combobox has no empty value. */
const DEVICE = 'device';

export function PreferenceForm({ saved }: { saved: Values }) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: saved });
  // useWatch returns partial values only until the defaults are registered; these have defaults.
  const values = { ...saved, ...useWatch({ control: form.control }) } as Values;
  const dirty = (Object.keys(saved) as (keyof Values)[]).some((name) => values[name] !== saved[name]); // its own keys
  useUnsavedGuard(dirty);
  // Saved by another window without local edits: the form updates.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(saved);
  }, [form, saved]);

  const locale = currentLocale();
  const zones = useMemo(
    () => [{ value: DEVICE, label: t('preference:zone.device', { zone: deviceTimeZone() }) }, ...timeZoneOptions(locale, saved.timeZone)],
    [t, locale, saved.timeZone],
  );
  const update = useWrite(preference.update, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    const { preferences } = await update.mutateAsync(checked);
    form.reset(preferences);
    saveLocale(preferences.language);
    if (preferences.theme) setTheme(preferences.theme);
    // Language and direction affect the whole panel.
    navigate.reload();
  });
  const calendar = t(`preference:calendar.${defaultCalendar(values.language)}`);
  return (
    <form
      noValidate
      aria-label={t('preference:title')}
      onSubmit={onSubmit}
      className="grid items-start gap-[18px] xl:grid-cols-[minmax(0,760px)_332px]"
    >
      <div className="grid min-w-0 gap-[18px]">
        <Card title={t('preference:language.title')} sub={t('preference:language.sub')} line>
          <Controller
            control={form.control}
            name="language"
            render={({ field }) => (
              <RadioCards
                label={t('preference:language.title')}
                value={field.value}
                onChange={field.onChange}
                min={150}
                cards={locales.map((language) => ({
                  value: language,
                  label: <span lang={language}>{localeFacts[language].name}</span>,
                }))}
              />
            )}
          />
        </Card>
        <Card title={t('preference:region.title')} line>
          <div className="grid gap-5">
            <Field label={t('preference:zone.label')} help={t('preference:zone.help')} error={form.formState.errors.timeZone?.message}>
              <Controller
                control={form.control}
                name="timeZone"
                render={({ field }) => (
                  <Combobox
                    label={t('preference:zone.label')}
                    closeLabel={t('common:close')}
                    emptyText={t('preference:zone.empty')}
                    value={field.value || DEVICE}
                    onChange={(zone) => field.onChange(zone === DEVICE ? '' : zone)}
                    onBlur={field.onBlur}
                    options={zones}
                  />
                )}
              />
            </Field>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label={t('preference:calendar.label')}>
                <Controller
                  control={form.control}
                  name="calendar"
                  render={({ field }) => (
                    <Select
                      label={t('preference:calendar.label')}
                      closeLabel={t('common:close')}
                      value={field.value}
                      onChange={field.onChange}
                      options={[
                        { value: 'auto', label: t('preference:automatic', { value: calendar }) },
                        { value: 'gregory', label: t('preference:calendar.gregory') },
                        { value: 'persian', label: t('preference:calendar.persian') },
                        { value: 'islamic', label: t('preference:calendar.islamic') },
                      ]}
                    />
                  )}
                />
              </Field>
              <Field label={t('preference:digits.label')} help={!hasNativeDigits(values.language) && t('preference:digits.same')}>
                <Controller
                  control={form.control}
                  name="digits"
                  render={({ field }) => (
                    <Select
                      label={t('preference:digits.label')}
                      closeLabel={t('common:close')}
                      value={field.value}
                      onChange={field.onChange}
                      options={[
                        { value: 'auto', label: t('preference:digits.auto') },
                        { value: 'latin', label: t('preference:digits.latin') },
                        { value: 'native', label: t('preference:digits.native') },
                      ]}
                    />
                  )}
                />
              </Field>
            </div>
          </div>
        </Card>
        <AppearanceCard control={form.control} />
        <SaveBar faults={faults} message={message} note={dirty && t('preference:dirty')} busy={busy} saveLabel={t('common:save')}>
          {dirty && <Button onClick={() => form.reset(saved)}>{t('common:discard')}</Button>}
        </SaveBar>
      </div>
      <Preview values={values} />
    </form>
  );
}
