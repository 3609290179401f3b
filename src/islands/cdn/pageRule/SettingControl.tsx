import { latinDigits } from '../../../lib/format/digits.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type PathSettings, tlsVersions } from '../../../lib/rules/cdn/edge/config.ts';
import { hstsTimes } from '../../../lib/rules/cdn/https/hsts.ts';
import { minifyKinds } from '../../../lib/rules/cdn/pageRule/formatSetting.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type AllSettings, beginsWith, cacheTimesFor, timeouts } from './defaults.ts';
import { TimeControl } from './TimeControl.tsx';

export interface SettingPartProps {
  name: keyof PathSettings;
  title: string;
  settings: PathSettings;
  /** Values from before a setting was turned off. */
  previous: PathSettings;
  change: (part: PathSettings) => void;
  minTtl: number | null;
}

type OnOffProps = Pick<SettingPartProps, 'name' | 'title' | 'settings' | 'change'> & { onInherit: () => void };

/** Settings that are on or off and also exist for the domain: one control selects on, off or inherited. */
export const isOnOff = (name: keyof PathSettings): boolean =>
  name === 'ignoreCacheControl' || name === 'webp' || name === 'imageResize' || name === 'httpToHttps';

/** The control before the switch of a row. Selecting a value turns the setting on. */
export function SettingControl({
  name,
  title,
  settings,
  previous,
  change,
  minTtl,
  onOther,
  onInherit,
}: SettingPartProps & { onOther: () => void; onInherit: () => void }) {
  const t = useT();
  const merged = { ...beginsWith, ...previous, ...settings } as AllSettings; // unset settings are absent
  switch (name) {
    case 'cacheTtl':
    case 'defaultTtl': {
      const other = () => {
        onOther();
        change({ [name]: merged[name] });
      };
      return (
        <TimeControl
          label={title}
          value={merged[name]}
          times={cacheTimesFor(minTtl)}
          onChange={(time) => change({ [name]: time })}
          onOther={other}
        />
      );
    }
    case 'connectionTimeout':
      return (
        <TimeControl
          label={title}
          value={merged.connectionTimeout}
          times={timeouts}
          onChange={(connectionTimeout) => change({ connectionTimeout })}
        />
      );
    case 'queryString':
      return (
        <Field label={title} hideLabel>
          <Select
            className="w-[218px] max-sm:w-[240px]"
            label={title}
            closeLabel={t('common:close')}
            value={merged.queryString}
            onChange={(queryString) => change({ queryString })}
            options={(['withQuery', 'withoutQuery'] as const).map((value) => ({ value, label: t(`pageRule:${value}`) }))}
          />
        </Field>
      );
    case 'tlsVersion':
      return (
        <Field label={title} hideLabel>
          <Select
            className="w-[148px]"
            label={title}
            closeLabel={t('common:close')}
            value={merged.tlsVersion}
            onChange={(tlsVersion) => change({ tlsVersion })}
            options={tlsVersions.map((value) => ({ value, label: `TLS ${value}`, ltr: true }))}
          />
        </Field>
      );
    case 'hsts':
      return (
        <>
          {settings.hsts && (
            <Chip
              size="sm"
              pressed={merged.hsts.includeSubdomains}
              onClick={() => change({ hsts: { ...merged.hsts, includeSubdomains: !merged.hsts.includeSubdomains, preload: false } })}
            >
              {t('pageRule:subdomains')}
            </Chip>
          )}
          <TimeControl
            label={title}
            value={merged.hsts.maxAge}
            times={hstsTimes}
            onChange={(maxAge) => change({ hsts: { ...merged.hsts, enabled: true, maxAge } })}
          />
        </>
      );
    case 'minify':
      return settings.minify ? (
        <fieldset className="flex gap-1.5" aria-label={title}>
          {minifyKinds.map((kind) => (
            <Chip
              key={kind}
              size="sm"
              pressed={merged.minify[kind]}
              onClick={() => change({ minify: { ...merged.minify, [kind]: !merged.minify[kind] } })}
            >
              {kind.toUpperCase()}
            </Chip>
          ))}
        </fieldset>
      ) : null;
    case 'imageResize':
      return (
        <>
          <OnOff name={name} title={title} settings={settings} change={change} onInherit={onInherit} />
          {(settings.imageResize || settings.imageQuality !== undefined) && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is one
            <label className="flex items-center gap-2 text-help text-text-2">
              {t('pageRule:quality')}
              <span className="w-[64px]">
                <TextInput
                  ltr
                  inputMode="numeric"
                  value={settings.imageQuality ?? ''}
                  onChange={({ target }) => {
                    const digits = latinDigits(target.value);
                    if (/^\d{0,3}$/.test(digits)) change({ imageQuality: digits === '' ? undefined : Number(digits) });
                  }}
                />
              </span>
            </label>
          )}
        </>
      );
    case 'hostHeader':
    case 'redirectUrl':
    case 'rewriteUrl':
    case 'requestHeaders':
    case 'responseHeaders':
    case 'cors':
    case 'cspOverride':
      return settings[name] === undefined ? <span className="text-ui text-text-2">{t('pageRule:unset')}</span> : null;
    case 'maintenanceMode':
      return null;
    default:
      return <OnOff name={name} title={title} settings={settings} change={change} onInherit={onInherit} />;
  }
}

/** A setting that also exists for the domain, in one control: inherited, on or off for the rule's path. */
function OnOff({ name, title, settings, change, onInherit }: OnOffProps) {
  const t = useT();
  const value = settings[name];
  return (
    <Segmented
      size="sm"
      label={title}
      value={value === undefined ? 'domain' : value ? 'on' : 'off'}
      onChange={(next) => {
        if (next === 'domain') onInherit();
        else change({ [name]: next === 'on' });
      }}
      segments={[
        { value: 'domain', label: t('pageRule:asDomain') },
        { value: 'on', label: t('pageRule:on') },
        { value: 'off', label: t('pageRule:off') },
      ]}
    />
  );
}
