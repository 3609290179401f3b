import { CalendarClock, MoonStar } from 'lucide-react';
import type { NotificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { formatTime } from '../../../lib/format/date.ts';
import { currentRegion, inRegion } from '../../../lib/format/region.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { digestAt } from '../../../lib/rules/core/quietHours.ts';
import { iso } from '../../../lib/time.ts';
import { Select } from '../../ui/Select.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { useSetting } from './useSetting.ts';

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => index * 30);
/** Default quiet hours: from 22:00 to 7:00. */
const NIGHT = { from: 22 * 60, until: 7 * 60 };

/** A time of day, from minutes after midnight. */
const clock = (minutes: number): string =>
  inRegion({ ...currentRegion(), timeZone: 'UTC' }, () => formatTime(iso(minutes * 60_000), currentLocale()));

/** When emails and text messages are deferred. */
export function TimingCard({ setting, timeZone }: { setting: NotificationSetting; timeZone: string }) {
  const t = useT();
  const { save, pending } = useSetting();
  const busy = pending !== null;
  const hours = pending?.quietHours === undefined ? setting.quietHours : pending.quietHours;
  const digest = pending?.digest ?? setting.digest;
  const saveHours = (quietHours: NotificationSetting['quietHours']) => void save({ quietHours }, { quietHours: setting.quietHours });
  // A time set through the API is offered too.
  const times = (chosen: number) =>
    [...new Set([...HALF_HOURS, chosen])].sort((a, b) => a - b).map((value) => ({ value, label: clock(value) }));
  return (
    <SettingCard title={t('notificationSetting:timing.title')}>
      <SettingRow
        icon={MoonStar}
        title={t('notificationSetting:timing.quiet')}
        description={t('notificationSetting:timing.quietText', { zone: timeZone })}
        toggle={{ checked: hours !== null, busy, onChange: (on) => saveHours(on ? NIGHT : null) }}
      >
        {hours && (
          <div className="flex flex-wrap items-center gap-2.5">
            {(['from', 'until'] as const).map((end) => (
              <Select
                key={end}
                size="sm"
                className="min-w-36"
                label={t(`notificationSetting:timing.${end}`)}
                prefix={<span className="text-text-3">{t(`notificationSetting:timing.${end}`)}</span>}
                closeLabel={t('common:close')}
                value={hours[end]}
                disabled={busy}
                options={times(hours[end])}
                onChange={(minutes) => saveHours({ ...hours, [end]: minutes })}
              />
            ))}
          </div>
        )}
      </SettingRow>
      <SettingRow
        icon={CalendarClock}
        title={t('notificationSetting:timing.digest')}
        description={t('notificationSetting:timing.digestText', { time: clock(digestAt) })}
        toggle={{ checked: digest, busy, onChange: (on) => void save({ digest: on }, { digest: !on }) }}
      />
    </SettingCard>
  );
}
