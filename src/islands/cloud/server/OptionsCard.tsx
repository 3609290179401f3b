import { HeartPulse, RefreshCw, ShieldCheck } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { server as calls, type Server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';

const options = ['autopilot', 'autoRenew', 'protect'] as const;
type Option = (typeof options)[number];
const icons = { autopilot: HeartPulse, autoRenew: RefreshCw, protect: ShieldCheck };

/** Switches that apply immediately, each with undo. */
export function OptionsCard({ server }: { server: Server }) {
  const t = useT();
  const edit = useWrite(calls.edit, { success: 'none' });
  const set = async (option: Option, value: boolean, isUndo = false) => {
    await edit.mutateAsync({ serverId: server.id, [option]: value });
    notify({
      type: 'success',
      title: t('server:edited'),
      ...(!isUndo && { action: { label: t('common:undo'), run: () => void set(option, !value, true).catch(() => {}) } }),
    });
  };
  return (
    <SettingCard title={t('server:settings.options')}>
      {options
        // Hourly billing has no renewal.
        .filter((option) => option !== 'autoRenew' || server.period !== 'payg')
        .map((option) => (
          <SettingRow
            key={option}
            icon={icons[option]}
            title={t(`server:settings.${option}`)}
            description={t(`server:settings.${option}Text`)}
            toggle={{
              checked: server[option],
              busy: edit.isPending && edit.variables?.[option] !== undefined,
              onChange: (checked) => void set(option, checked).catch(() => {}),
            }}
          />
        ))}
    </SettingCard>
  );
}
