import { Activity, BellRing, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { domainAlarm as calls, type DomainAlarm } from '../../../lib/contract/cdn/domainAlarm.ts';
import { formatElapsed } from '../../../lib/format/date.ts';
import { afterPreposition } from '../../../lib/format/duration.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { reportTabs } from '../shared/tabs/reportTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { conditionText, minutesText, valueText } from './alarmText.ts';

const DomainAlarmForm = lazy(async () => ({ default: (await import('./DomainAlarmForm.tsx')).DomainAlarmForm }));

const kinds = { ok: 'ok', alarm: 'failed', noData: 'waiting' } as const satisfies Record<DomainAlarm['state'], StatusKind>;

/** The alarms of a domain: what each watches, its state, and whether it is on. */
export default function DomainAlarms({ domainName }: { domainName: string }) {
  const t = useT();
  const locale = currentLocale();
  const { domain, reading } = useDomainRead(domainName, calls.list, (domainId) => ({ domainId }));
  const { add, edit, dialog } = useEditDialog<DomainAlarm>({
    addTitle: t('domainAlarm:addTitle'),
    editTitle: t('domainAlarm:editTitle'),
    form: (item, callbacks) => domain && <DomainAlarmForm item={item} domainId={domain.id} {...callbacks} />,
  });
  const isFull = reading.state === 'data' && reading.data.alarms.length >= reading.data.limit;
  const button = (
    <Button
      kind="primary"
      icon={Plus}
      onClick={add}
      disabled={isFull}
      reason={isFull ? t('domainAlarm:error.limit', { max: formatNumber(reading.data.limit, locale) }) : undefined}
    >
      {t('domainAlarm:add')}
    </Button>
  );
  const hasAlarms = reading.state === 'data' && reading.data.alarms.length > 0;
  return (
    <>
      <DomainPage
        title={t('domainAlarm:title')}
        description={t('domainAlarm:lead')}
        docs={{ href: guidePath('reports', locale), label: t('common:help') }}
        icon={Activity}
        domainName={domainName}
        isUnknown={domain === null}
        reading={reading}
        failed={t('domainAlarm:loadFailed')}
        actions={hasAlarms && button}
        tabs={<Tabs label={t('report:tab.label')} value="alarms" tabs={reportTabs(t, domainName, '')} />}
      >
        {({ alarms }) =>
          alarms.length === 0 ? (
            <Card>
              <EmptyState icon={BellRing} title={t('domainAlarm:empty.title')} description={t('domainAlarm:empty.text')} action={button} />
            </Card>
          ) : (
            <Card flush>
              <Table label={t('domainAlarm:title')} rows>
                <Head>
                  <HeadCell>{t('domainAlarm:operatorLabel')}</HeadCell>
                  <HeadCell>{t('domainAlarm:state')}</HeadCell>
                  <HeadCell num>{t('domainAlarm:last')}</HeadCell>
                  <HeadCell hideText>{t('common:list.actions')}</HeadCell>
                </Head>
                <tbody>
                  {alarms.map(
                    (alarm) => domain && <AlarmRow key={alarm.id} alarm={alarm} domainId={domain.id} onEdit={() => edit(alarm)} />,
                  )}
                </tbody>
              </Table>
            </Card>
          )
        }
      </DomainPage>
      {dialog}
    </>
  );
}

function AlarmRow({ alarm, domainId, onEdit }: { alarm: DomainAlarm; domainId: string; onEdit: () => void }) {
  const t = useT();
  const { id, enabled, state, since, last, metric, minutes } = alarm;
  const name = conditionText(alarm, t);
  const toggle = useWrite(calls.toggle, { success: 'none' });
  const remove = useWrite(calls.delete);
  const set = async (on: boolean, isUndo = false) => {
    await toggle.mutateAsync({ domainId, alarmId: id, enabled: on });
    notify({
      type: 'success',
      title: t(on ? 'domainAlarm:turnedOn' : 'domainAlarm:turnedOff'),
      ...(!isUndo && { action: { label: t('common:undo'), run: () => void set(!on, true).catch(() => {}) } }),
    });
  };
  const confirmDelete = () =>
    openDialog({
      kind: 'confirm',
      title: t('domainAlarm:deleteQuestion'),
      description: name,
      action: t('domainAlarm:deleteAction'),
      run: () => remove.mutateAsync({ domainId, alarmId: id }),
    });
  return (
    <Row>
      <Cell m="title" sub={t('domainAlarm:within', { time: afterPreposition(minutesText(minutes), currentLocale()) })}>
        {name}
      </Cell>
      <Cell m="sub">
        <StatusBadge kind={enabled ? kinds[state] : 'off'}>{t(`domainAlarm:stateName.${enabled ? state : 'off'}`)}</StatusBadge>{' '}
        {enabled && <small className="text-text-3">{t('domainAlarm:since', { time: formatElapsed(since, currentLocale()) })}</small>}
      </Cell>
      <Cell num>{last === null ? '–' : valueText(metric, last, t)}</Cell>
      <Cell m="more">
        <span className="flex items-center justify-end gap-1">
          <Switch
            checked={enabled}
            busy={toggle.isPending}
            onChange={(on) => void set(on).catch(() => {})}
            aria-label={t('domainAlarm:switchOf', { name })}
          />
          <IconButton size="sm" icon={Pencil} label={t('domainAlarm:editOf', { name })} onClick={onEdit} />
          <IconButton changes size="sm" icon={Trash2} label={t('domainAlarm:deleteOf', { name })} onClick={confirmDelete} />
        </span>
      </Cell>
    </Row>
  );
}
