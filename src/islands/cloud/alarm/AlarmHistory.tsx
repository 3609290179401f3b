import { useRead } from '../../../browser/api/query.ts';
import { type Alarm, alarm } from '../../../lib/contract/cloud/alarm.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { stateOfAlarm, valueText } from './alarmText.ts';

/** The state changes of an alarm, newest first. */
export function AlarmHistory({ item }: { item: Alarm }) {
  const t = useT();
  const read = useRead(alarm.history, { alarmId: item.id });
  const events = read.data?.events;
  if (!events)
    return read.error ? (
      <LoadError
        flush
        title={t('alarm:historyFailed')}
        message={read.error.message}
        retryLabel={t('common:retry')}
        busy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <Skeleton label={t('common:loading')} rows={4} />
    );
  if (events.length === 0) return <p className="text-text-2">{t('alarm:historyEmpty')}</p>;
  return (
    <>
      <ul className="grid">
        {events.map(({ id, time, state, value }) => (
          <li key={id} className="grid grid-cols-[130px_minmax(0,1fr)_auto] items-center gap-3 border-border border-b py-2.5 last:border-0">
            <StatusBadge kind={stateOfAlarm({ enabled: true, state }, t).kind}>{t(`alarm:stateName.${state}`)}</StatusBadge>
            <span className="num text-text-2">{value !== null && valueText(item.metric, value, t)}</span>
            <time dateTime={time} className="text-caption text-text-3">
              {formatDateTime(time, currentLocale())}
            </time>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-caption text-text-3">{t('alarm:historyNote')}</p>
    </>
  );
}
