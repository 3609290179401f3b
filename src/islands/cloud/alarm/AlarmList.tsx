import { BellRing, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { type Alarm, alarm } from '../../../lib/contract/cloud/alarm.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { listState } from '../shared/ResourceList.tsx';
import { useMeasured } from '../shared/server/useMeasured.ts';
import { alarmColumns, alarmFilters, alarmMenu, nameOfAlarm } from './alarmColumns.tsx';
import { useAlarms } from './useAlarms.tsx';

const wholeView = { q: '', state: '', sort: 'condition', dir: 'asc' };
const order = ['condition'];
const selectId = ({ id }: Alarm) => id;

/** The alarms of the account, or of one server. */
export function AlarmList({ serverId = null }: { serverId?: string | null }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(alarm.list, serverId === null ? {} : { serverId });
  const { add, dialog, acts } = useAlarms(serverId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function, and `acts` reads what is current
  const table = useMemo(
    () => ({ columns: alarmColumns(serverId === null ? 'account' : 'server'), filters: alarmFilters(), menu: alarmMenu(acts) }),
    [serverId, t],
  );
  const data = listState(read, ({ alarms }) => alarms);
  const isMeasured = useMeasured();
  const isFull = serverId !== null && read.data && read.data.alarms.length >= read.data.limit;
  const limit = isFull ? t('alarm:error.limit', { max: formatNumber(read.data?.limit ?? 0, locale) }) : undefined;
  const fault = isMeasured ? limit : t('alarm:error.noMetrics');
  const button = (
    <Button kind={serverId === null ? 'primary' : 'secondary'} icon={Plus} onClick={add} disabled={Boolean(fault)} reason={fault}>
      {t('alarm:add')}
    </Button>
  );
  return (
    <section aria-label={t(serverId === null ? 'alarm:tab.alarms' : 'alarm:own')}>
      {(serverId !== null || data.state === 'data') && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-semibold text-title">{t(serverId === null ? 'alarm:tab.alarms' : 'alarm:own')}</h2>
          {data.state === 'data' && button}
        </div>
      )}
      <DataTable
        label={t(serverId === null ? 'alarm:tab.alarms' : 'alarm:own')}
        data={data}
        keyOf={selectId}
        nameOf={nameOfAlarm}
        {...table}
        order={order}
        filtersLabel={t('alarm:state')}
        defaults={wholeView}
        searchLabel={t('alarm:search')}
        loadFailed={t('alarm:loadFailed')}
        empty={
          <EmptyState
            icon={BellRing}
            title={t('alarm:empty.title')}
            description={t('alarm:empty.text')}
            action={button}
            link={
              <a className="link" href={guidePath('monitoring', locale)}>
                {t('alarm:empty.guide')}
              </a>
            }
          />
        }
        noMatch={{ title: t('alarm:noMatch'), text: t('alarm:noMatchText') }}
        status={(visible) => t('alarm:count', counted(visible, locale))}
        onExport={(csv) => saveFile('alarms.csv', csv, 'text/csv')}
        twoLine
      />
      {dialog}
    </section>
  );
}
