import { TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CacheForm } from '../../../lib/contract/cdn/cache.ts';
import { formatDuration } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { cacheTimes, longestCache } from '../../../lib/rules/cdn/cache/times.ts';
import { durationSeconds } from '../../../lib/rules/cdn/edge/types.ts';
import { Select } from '../../ui/Select.tsx';
import { SettingRow, type SettingRowProps } from '../../ui/SettingRow.tsx';
import type { Saving } from './useCache.ts';

const OtherTime = lazy(() => import('./OtherTime.tsx'));

type Time = NonNullable<CacheForm['ttl']>;
const timeCode = ({ value, unit }: Time) => `${value}${unit}`;

interface TimeRowProps extends Pick<SettingRowProps, 'icon' | 'on'> {
  name: 'ttl' | 'defaultTtl' | 'browserTtl' | 'clientErrorTtl' | 'serverErrorTtl';
  title: string;
  description: string;
  warning?: ReactNode;
  /** What applies without a time. */
  none?: string;
  /** The presets. */
  presets?: readonly Time[];
  /** The minimum, in seconds. */
  least: number;
  /** The maximum, in seconds. */
  longest?: number;
  disabled?: boolean;
  saving: Saving;
}

/** A cache TTL: none of its own, a preset, or any other by number and unit. */
export function TimeRow({
  name,
  title,
  warning,
  none,
  presets = cacheTimes,
  least,
  longest = longestCache,
  disabled,
  saving,
  ...row
}: TimeRowProps) {
  const t = useT();
  const { cache, set } = saving;
  const locale = currentLocale();
  const [isOther, setOther] = useState(false);
  const current = cache[name];
  const offered = presets.filter((time) => durationSeconds(time) >= least);
  const isUsual = current === null || offered.some((time) => timeCode(time) === timeCode(current));
  const times = isUsual ? offered : [current, ...offered];
  const pick = (code: string) => {
    setOther(code === 'other');
    const time = times.find((one) => timeCode(one) === code) ?? null;
    if (code !== 'other' && code !== (current ? timeCode(current) : 'none')) void set(name, time);
  };
  return (
    <SettingRow
      {...row}
      title={title}
      control={
        <Select
          changes
          disabled={disabled}
          value={isOther ? 'other' : current ? timeCode(current) : 'none'}
          onChange={pick}
          label={title}
          closeLabel={t('common:close')}
          options={[
            { value: 'none', label: none ?? t('cache:time.origin') },
            ...times.map((time) => ({ value: timeCode(time), label: formatDuration(time, locale) })),
            { value: 'other', label: t('cache:time.other') },
          ]}
          className="w-[220px] max-sm:w-[240px]"
        />
      }
    >
      {warning && (
        <p className="mt-1 flex gap-2 text-help text-text-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 flex-none text-warning" />
          {warning}
        </p>
      )}
      {isOther && (
        <Suspense fallback={null}>
          <OtherTime
            label={t('cache:time.label', { name: title })}
            start={current}
            least={least}
            longest={longest}
            onSave={async (time) => {
              if (await set(name, time)) setOther(false);
            }}
            onCancel={() => setOther(false)}
          />
        </Suspense>
      )}
    </SettingRow>
  );
}
