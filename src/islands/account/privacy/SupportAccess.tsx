import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { privacy } from '../../../lib/contract/account/privacy.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { HOUR, iso } from '../../../lib/time.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Select } from '../../ui/Select.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const durations = { day: 24 * HOUR, week: 168 * HOUR, open: null } as const;
type Duration = keyof typeof durations;
const names = Object.keys(durations) as Duration[]; // its own keys

/** Whether support may see the panel, and for how long. Both apply at once. */
export function SupportAccess() {
  const t = useT();
  const read = useRead(privacy.get, {});
  const update = useWrite(privacy.update);
  const [duration, setDuration] = useState<Duration>('day');
  const state = read.data?.privacy;
  const save = (supportAccess: boolean, chosen: Duration) => {
    const length = durations[chosen];
    update.mutate({ supportAccess, supportAccessUntil: length === null ? null : iso(Date.now() + length) });
  };
  const note = (until: string | null) =>
    until === null ? t('privacy:open') : t('privacy:until', { date: formatDateTime(until, currentLocale()) });
  return (
    <SettingCard title={t('privacy:card')}>
      {state ? (
        <SettingRow
          icon={Eye}
          title={t('privacy:allow')}
          description={state.supportAccess ? `${note(state.supportAccessUntil)} ${t('privacy:on')}` : t('privacy:off')}
          toggle={{ checked: state.supportAccess, onChange: (on) => save(on, duration), busy: update.isPending }}
          control={
            !state.supportAccess && (
              <div className="w-40">
                <Select<Duration>
                  value={duration}
                  onChange={setDuration}
                  label={t('privacy:duration.label')}
                  closeLabel={t('common:close')}
                  options={names.map((value) => ({ value, label: t(`privacy:duration.${value}`) }))}
                />
              </div>
            )
          }
        />
      ) : read.error ? (
        <LoadError
          title={t('privacy:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={1} />
      )}
    </SettingCard>
  );
}
