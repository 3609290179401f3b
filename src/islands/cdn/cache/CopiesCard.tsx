import { Layers, LifeBuoy, MonitorDown, ShieldOff, Slash, Timer, TriangleAlert } from 'lucide-react';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
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
  const toggle = (name: 'ignoreCacheControl' | 'alwaysOnline' | 'mergeSlashes') => ({
    checked: cache[name],
    busy: isBusy(name),
    onChange: (on: boolean) => void set(name, on),
  });
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
        icon={MonitorDown}
        name="browserTtl"
        title={t('cache:browser.title')}
        description={t('cache:browser.text')}
        warning={null}
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
