import { Bell, BellOff, History, Pencil, Trash2 } from 'lucide-react';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Alarm } from '../../../lib/contract/cloud/alarm.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { alarmStates } from '../../../lib/rules/core/alarm.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { AlarmHistory } from './AlarmHistory.tsx';
import { conditionText, durationText, stateOfAlarm, valueText } from './alarmText.ts';

/** @param of 'account': the list shows the server of each alarm */
export const alarmColumns = (of: 'account' | 'server'): readonly Column<Alarm>[] => [
  {
    key: 'condition',
    title: t('alarm:name'),
    cell: (alarm) => (
      <span className="block min-w-0">
        <button type="button" className="block max-w-full truncate text-start font-semibold" onClick={() => showHistory(alarm)}>
          {conditionText(alarm, t)}
        </button>
        <span className="block truncate text-caption text-text-3">
          {[durationText(alarm, t), ...alarm.channels.map((one) => t(`alarm:channel.${one}`))].join(' · ')}
        </span>
      </span>
    ),
    place: 'title',
    sort: (alarm) => conditionText(alarm, t),
    search: (alarm) => `${conditionText(alarm, t)}\n${alarm.server}`,
    csv: (alarm) => `${conditionText(alarm, t)} ${durationText(alarm, t)}`,
  },
  ...(of === 'account'
    ? [
        {
          key: 'server',
          title: t('alarm:server'),
          cell: ({ server, serverId }: Alarm) => (
            <a href={href('serverMonitoring', { id: serverId })} className="hover:text-brand-text hover:underline">
              <bdi>{server}</bdi>
            </a>
          ),
          width: '190px',
          place: 'sub' as const,
          sort: ({ server }: Alarm) => server,
          csv: ({ server }: Alarm) => server,
        },
      ]
    : []),
  {
    key: 'state',
    title: t('alarm:state'),
    cell: (alarm) => {
      const { kind, text } = stateOfAlarm(alarm, t);
      return <StatusBadge kind={kind}>{text}</StatusBadge>;
    },
    width: '140px',
    place: 'end',
    sort: (alarm) => stateOfAlarm(alarm, t).text,
    csv: (alarm) => stateOfAlarm(alarm, t).text,
  },
  {
    key: 'last',
    title: t('alarm:last'),
    cell: ({ metric, last }) => <span className="num">{last === null ? '–' : valueText(metric, last, t)}</span>,
    width: '120px',
    csv: ({ last }) => last ?? '',
  },
  {
    key: 'since',
    title: t('alarm:since'),
    cell: ({ since }) => (
      <time dateTime={since} title={formatDateTime(since, currentLocale())}>
        {formatAge(since, currentLocale())}
      </time>
    ),
    width: '130px',
    sort: ({ since }) => Date.parse(since),
    csv: ({ since }) => since,
  },
];

export const alarmFilters = (): readonly Filter<Alarm>[] => [
  {
    key: 'state',
    label: t('alarm:state'),
    value: ({ enabled, state }) => (enabled ? state : 'off'),
    options: ([...alarmStates, 'off'] as const).map((value) => ({ value, label: t(`alarm:stateName.${value}`) })),
  },
];

export const nameOfAlarm = (alarm: Alarm): string => `${alarm.server}: ${conditionText(alarm, t)}`;

export const showHistory = (alarm: Alarm) =>
  openDialog({ kind: 'standard', title: t('alarm:historyTitle', { name: nameOfAlarm(alarm) }), body: () => <AlarmHistory item={alarm} /> });

export interface AlarmActs {
  edit: (alarm: Alarm) => void;
  toggle: (alarm: Alarm, enabled: boolean) => void;
  remove: (alarm: Alarm) => Promise<unknown>;
}

export const alarmMenu = (acts: () => AlarmActs): RowMenu<Alarm> => ({
  label: (alarm) => t('alarm:actions', { name: nameOfAlarm(alarm) }),
  title: nameOfAlarm,
  items: (alarm) => [
    { key: 'edit', label: t('alarm:edit'), icon: Pencil, onSelect: () => acts().edit(alarm) },
    {
      key: 'toggle',
      label: t(alarm.enabled ? 'alarm:turnOff' : 'alarm:turnOn'),
      icon: alarm.enabled ? BellOff : Bell,
      changes: true,
      onSelect: () => acts().toggle(alarm, !alarm.enabled),
    },
    { key: 'history', label: t('alarm:history'), icon: History, onSelect: () => showHistory(alarm) },
    {
      key: 'delete',
      label: t('alarm:delete'),
      icon: Trash2,
      danger: true,
      group: true,
      onSelect: () =>
        openDialog({
          kind: 'delete',
          title: t('alarm:deleteQuestion'),
          description: t('alarm:deleteText'),
          losses: [nameOfAlarm(alarm)],
          action: t('alarm:deleteAction'),
          cancel: t('common:cancel'),
          run: () => acts().remove(alarm),
        }),
    },
  ],
});
