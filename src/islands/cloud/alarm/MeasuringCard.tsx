import { Cpu, Timer } from 'lucide-react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { monitoring } from '../../../lib/contract/cloud/monitoring.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { measureIntervals } from '../../../lib/rules/cloud/server/measuring.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** How a server is measured: the interval applies at once. */
export function MeasuringCard({ serverId }: { serverId: string }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(monitoring.setting, { serverId });
  const update = useWrite(monitoring.updateSetting);
  const time = (seconds: number) =>
    seconds < 60
      ? formatNumber(seconds, locale, { style: 'unit', unit: 'second', unitDisplay: 'short' })
      : formatNumber(seconds / 60, locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  const setting = read.data?.setting;
  return (
    <SettingCard title={t('alarm:setting.title')}>
      {setting ? (
        <>
          <SettingRow
            icon={Timer}
            title={t('alarm:setting.interval')}
            description={t('alarm:setting.intervalText')}
            control={
              <Segmented
                changes
                size="sm"
                label={t('alarm:setting.interval')}
                value={String(update.isPending ? update.variables.interval : setting.interval)}
                onChange={(interval) => {
                  const known = measureIntervals.find((one) => String(one) === interval);
                  if (known !== undefined) update.mutate({ serverId, interval: known });
                }}
                segments={setting.intervals.map((value) => ({ value: String(value), label: time(value) }))}
              />
            }
          />
          <SettingRow
            icon={Cpu}
            title={t('alarm:setting.agent')}
            badge={<Badge>{t('alarm:stateName.off')}</Badge>}
            description={t('alarm:setting.noAgent')}
            on={setting.agent}
          />
        </>
      ) : read.error ? (
        <LoadError
          flush
          title={t('alarm:setting.failed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={2} />
      )}
    </SettingCard>
  );
}
