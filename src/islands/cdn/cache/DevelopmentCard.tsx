import { Hammer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callQueryKey, stale } from '../../../browser/api/query.ts';
import { cacheIfNewer, useSaveNow } from '../../../browser/api/saveNow.ts';
import { type Cache, cache as calls } from '../../../lib/contract/cdn/cache.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatCountdown, formatDuration } from '../../../lib/format/quantity.ts';
import { currentTime } from '../../../lib/format/region.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { developmentTime, developmentTimes } from '../../../lib/rules/cdn/cache/times.ts';
import { Select } from '../../ui/Select.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';

const durationCode = ({ value, unit }: { value: number; unit: string }) => `${value}${unit}`;

/** Development mode, for a selected time, with the time left. */
export function DevelopmentCard({ domain: { id: domainId }, saved }: { domain: Domain; saved: Cache }) {
  const t = useT();
  const locale = currentLocale();
  const [time, setTime] = useState(developmentTime);
  const { save, pending } = useSaveNow(calls.developmentMode, (answer) =>
    cacheIfNewer(callQueryKey(calls.get, { domainId }), 'cache', answer.cache),
  );
  const isOn = pending ? pending.enabled : saved.developmentMode;
  const turn = (enabled: boolean) =>
    void save(
      { domainId, enabled, ...(enabled && { for: time }) },
      // The remaining time can't be restored to the second, so undo starts it again.
      { domainId, enabled: !enabled, ...(!enabled && { for: time }) },
      enabled ? t('cache:dev.started', { time: formatDuration(time, locale) }) : t('cache:dev.ended'),
    );
  return (
    <SettingCard>
      <SettingRow
        icon={Hammer}
        title={t('cache:dev.title')}
        description={t(isOn ? 'cache:dev.on' : 'cache:dev.off')}
        control={
          isOn ? (
            saved.developmentUntil && <Left until={saved.developmentUntil} />
          ) : (
            <Select
              value={durationCode(time)}
              onChange={(code) => setTime(developmentTimes.find((one) => durationCode(one) === code) ?? developmentTime)}
              label={t('cache:dev.for')}
              closeLabel={t('common:close')}
              options={developmentTimes.map((one) => ({ value: durationCode(one), label: formatDuration(one, locale) }))}
              className="w-[150px]"
            />
          )
        }
        toggle={{ checked: isOn, busy: pending !== null, onChange: turn }}
      />
    </SettingCard>
  );
}

/** Counts down, and reloads the settings when the time is over. */
function Left({ until }: { until: string }) {
  const t = useT();
  const locale = currentLocale();
  const end = new Date(until).getTime();
  const [now, setNow] = useState(currentTime);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < end) return;
      clearInterval(timer);
      stale(calls.developmentMode);
    }, 1000);
    return () => clearInterval(timer);
  }, [end]);
  return (
    <time dateTime={until} title={t('cache:dev.until', { time: formatDateTime(until, locale) })} className="text-ui text-text tabular-nums">
      {t('cache:dev.left', { time: formatCountdown(end - now, locale) })}
    </time>
  );
}
