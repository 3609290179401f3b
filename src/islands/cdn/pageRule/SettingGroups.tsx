import {
  Construction,
  CornerUpRight,
  FileCode,
  FileImage,
  FileInput,
  FileLock,
  FileOutput,
  Hourglass,
  Image,
  KeyRound,
  Layers,
  List,
  Lock,
  Replace,
  Server,
  Share2,
  Shield,
  Timer,
  TimerReset,
} from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useHashAction } from '../../../browser/address.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { PathSettings } from '../../../lib/rules/cdn/edge/config.ts';
import { partsOfSetting, settingGroups } from '../../../lib/rules/cdn/pageRule/diff.ts';
import type { Icon } from '../../ui/icon.ts';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { beginsWith, isHeaderSetting, isTextSetting } from './defaults.ts';
import type { PageRuleFormState } from './pageRuleForm.ts';
import { isOnOff, SettingControl } from './SettingControl.tsx';

/** Loaded lazily: most rules have no text, no headers and no custom time. */
const SettingMore = lazy(async () => ({ default: (await import('./SettingMore.tsx')).SettingMore }));
const hasMore = (name: Name): boolean => isTextSetting(name) || isHeaderSetting(name) || name === 'cors';

type Name = (typeof settingGroups)[keyof typeof settingGroups][number];
const icons: Record<Name, Icon> = {
  cacheTtl: Timer,
  defaultTtl: TimerReset,
  ignoreCacheControl: Layers,
  queryString: List,
  imageResize: Image,
  webp: FileImage,
  minify: FileCode,
  hostHeader: Server,
  redirectUrl: CornerUpRight,
  rewriteUrl: Replace,
  requestHeaders: FileInput,
  responseHeaders: FileOutput,
  cors: Share2,
  connectionTimeout: Hourglass,
  httpToHttps: Lock,
  tlsVersion: KeyRound,
  hsts: Shield,
  cspOverride: FileLock,
  maintenanceMode: Construction,
};

interface SettingGroupsProps {
  form: PageRuleFormState;
  minTtl: number | null;
}

/** The settings of a rule; unset ones are inherited from the domain. */
export function SettingGroups({ form, minTtl }: SettingGroupsProps) {
  const t = useT();
  const settings = form.watch('settings');
  const number = (value: number) => formatNumber(value, currentLocale());
  /** The value of a setting before it was turned off, restored by its switch. */
  const previous = useRef<PathSettings>({ ...settings });
  /** Cache times that aren't presets. */
  const [others, setOthers] = useState<readonly Name[]>([]);

  const change = (part: PathSettings) => {
    const next = Object.fromEntries(Object.entries({ ...settings, ...part }).filter(([, value]) => value !== undefined)) as PathSettings; // the same names
    previous.current = { ...previous.current, ...next };
    form.setValue('settings', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const toggle = (name: Name, on: boolean) => {
    const parts = partsOfSetting(name).map((part) => [
      part,
      // An image has a quality as soon as it is resized; other parts have defaults of their own.
      on ? (previous.current[part] ?? (part === 'imageQuality' ? beginsWith[part] : undefined)) : undefined,
    ]);
    change({ [name]: on ? (previous.current[name] ?? beginsWith[name]) : undefined, ...Object.fromEntries(parts) });
  };

  // The palette opens a new rule with a setting, such as "Redirect a path": `#set=redirectUrl`.
  useHashAction('set', (requested) => {
    const name = Object.values(settingGroups)
      .flat()
      .find((one) => one === requested);
    if (name) toggle(name, true);
  });

  const rowOf = (name: Name) => {
    const title = t(`pageRule:setting.${name}.title`);
    const row = { icon: icons[name], title, description: t(`pageRule:setting.${name}.hint`) };
    const isSet = settings[name] !== undefined;
    const shared = { name, title, settings, previous: previous.current, change, minTtl };
    const error = form.formState.errors.settings?.[name];
    // The error of a duration is in one of its parts.
    const fault = error?.message ?? (error && 'value' in error ? (error.value as { message?: string }).message : undefined);
    return (
      <SettingRow
        key={name}
        {...row}
        on={isSet}
        control={<SettingControl {...shared} onOther={() => setOthers([...others, name])} onInherit={() => toggle(name, false)} />}
        {...(!isOnOff(name) && { toggle: { checked: isSet, onChange: (on: boolean) => toggle(name, on) } })}
      >
        {isSet && (hasMore(name) || others.includes(name) || fault) ? (
          <Suspense>
            <SettingMore {...shared} form={form} fault={fault} />
          </Suspense>
        ) : null}
      </SettingRow>
    );
  };

  return Object.entries(settingGroups).map(([group, names]) => (
    <SettingCard
      key={group}
      role="group"
      title={t(`pageRule:group.${group as keyof typeof settingGroups}`)} // the keys of `settingGroups`
      actions={
        <span className="text-help text-text-2">
          {t('pageRule:group.count', {
            set: number(names.filter((name) => settings[name] !== undefined).length),
            all: number(names.length),
          })}
        </span>
      }
    >
      {names.map(rowOf)}
    </SettingCard>
  ));
}
