import {
  CircleAlert,
  Hourglass,
  Layers,
  LifeBuoy,
  MonitorDown,
  ServerCrash,
  ShieldOff,
  Slash,
  Sparkles,
  Timer,
  TriangleAlert,
} from 'lucide-react';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { errorTimes, longestError } from '../../../lib/rules/cdn/cache/times.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { Select } from '../../ui/Select.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { TimeRow } from './TimeRow.tsx';
import type { Saving } from './useCache.ts';

const levels = ['withQuery', 'withoutQuery', 'off'] as const;

/** What is cached, and for how long. Each setting saves itself. */
export function CopiesCard({ saving }: { saving: Saving }) {
  const t = useT();
  const { cache, isBusy, set } = saving;
  const { level, ttl, minTtl } = cache;
  const least = minTtl === null ? null : formatTtl(minTtl, currentLocale(), 'long');
  const isRaised = ttl !== null && minTtl !== null && durationSeconds(ttl) < minTtl;
  const isOn = level !== 'off';
  const toggle = (name: 'heuristicFreshness' | 'ignoreCacheControl' | 'alwaysOnline' | 'mergeSlashes') => ({
    checked: cache[name],
    busy: isBusy(name),
    onChange: (on: boolean) => void set(name, on),
  });
  const errors = { none: t('cache:time.none'), presets: errorTimes, longest: longestError, least: 1, on: isOn, saving };
  return (
    <SettingCard title={t('cache:kept')}>
      <SettingRow
        icon={Layers}
        title={t('cache:level.title')}
        description={t(`cache:level.${level}Text`)}
        on={isOn}
        control={
          <Select
            changes
            value={level}
            onChange={(next) => next !== level && void set('level', next)}
            label={t('cache:level.title')}
            closeLabel={t('common:close')}
            options={levels.map((value) => ({ value, label: t(`cache:level.${value}`) }))}
            className="w-[220px] max-sm:w-[240px]"
          />
        }
      />
      <TimeRow
        icon={Timer}
        name="ttl"
        title={t('cache:ttl.title')}
        description={least && minTtl !== null && minTtl > 1 ? t('cache:ttl.text', { time: least }) : t('cache:ttl.textFree')}
        warning={isRaised ? t('cache:ttl.raised', { time: least ?? '' }) : null}
        on={isOn}
        least={minTtl ?? 1}
        saving={saving}
      />
      <TimeRow
        icon={Hourglass}
        name="defaultTtl"
        title={t('cache:default.title')}
        description={t(ttl === null ? 'cache:default.text' : 'cache:default.unused')}
        none={t('cache:time.none')}
        on={isOn && ttl === null}
        disabled={ttl !== null}
        least={minTtl ?? 1}
        saving={saving}
      />
      <TimeRow
        icon={CircleAlert}
        name="clientErrorTtl"
        title={t('cache:errors.client')}
        description={t('cache:errors.clientText')}
        {...errors}
      />
      <TimeRow
        icon={ServerCrash}
        name="serverErrorTtl"
        title={t('cache:errors.server')}
        description={t('cache:errors.serverText')}
        {...errors}
      />
      <SettingRow
        icon={Sparkles}
        title={t('cache:heuristic.title')}
        description={t('cache:heuristic.text')}
        toggle={toggle('heuristicFreshness')}
      />
      <TimeRow
        icon={MonitorDown}
        name="browserTtl"
        title={t('cache:browser.title')}
        description={t('cache:browser.text')}
        on={isOn}
        least={1}
        saving={saving}
      />
      <SettingRow
        icon={ShieldOff}
        title={t('cache:ignore.title')}
        description={t(cache.ignoreCacheControl ? 'cache:ignore.on' : 'cache:ignore.off')}
        toggle={toggle('ignoreCacheControl')}
      >
        {cache.ignoreCacheControl && (
          <p className="mt-1 flex gap-2 text-help text-text-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 flex-none text-warning" />
            {t('cache:ignore.warning')}
          </p>
        )}
      </SettingRow>
      <SettingRow icon={LifeBuoy} title={t('cache:online.title')} description={t('cache:online.text')} toggle={toggle('alwaysOnline')} />
      <SettingRow icon={Slash} title={t('cache:slashes.title')} description={t('cache:slashes.text')} toggle={toggle('mergeSlashes')} />
    </SettingCard>
  );
}
