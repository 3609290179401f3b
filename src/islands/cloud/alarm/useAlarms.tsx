import { lazy, useRef } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type Alarm, alarm } from '../../../lib/contract/cloud/alarm.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import type { AlarmActs } from './alarmColumns.tsx';

const AlarmForm = lazy(async () => ({ default: (await import('./AlarmForm.tsx')).AlarmForm }));

/** The actions on alarms. @param serverId null: the form has a field for the server */
export function useAlarms(serverId: string | null) {
  const t = useT();
  const remove = useWrite(alarm.delete);
  const toggle = useWrite(alarm.toggle, { success: 'none' });
  const { add, edit, dialog } = useEditDialog<Alarm>({
    addTitle: t('alarm:addTitle'),
    editTitle: t('alarm:editTitle'),
    form: (item, callbacks) => <AlarmForm item={item} serverId={serverId} {...callbacks} />,
  });
  const set = async (item: Alarm, enabled: boolean, isUndo = false) => {
    await toggle.mutateAsync({ alarmId: item.id, enabled });
    notify({
      type: 'success',
      title: t(enabled ? 'alarm:turnedOn' : 'alarm:turnedOff'),
      ...(!isUndo && { action: { label: t('common:undo'), run: () => void set(item, !enabled, true).catch(() => {}) } }),
    });
  };
  // Memoized: the menus of rows are created once.
  const acts = useRef<AlarmActs>(null);
  const current: AlarmActs = {
    edit,
    toggle: (item, enabled) => void set(item, enabled).catch(() => {}),
    remove: ({ id }) => remove.mutateAsync({ alarmId: id }),
  };
  acts.current = current;
  return { add, dialog, acts: () => acts.current ?? current };
}
