import { ShieldCheck } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { confirmed } from '../shared/confirmed.tsx';

interface RestrictionCardProps {
  state: Output<typeof allowedIp.list>['allowedIps'];
  /** Opens the form with an address. */
  onAdd: (ip: string) => void;
}

/** Turns the restriction on and off. It can't be turned on from an address that it would block. */
export function RestrictionCard({ state, onAdd }: RestrictionCardProps) {
  const t = useT();
  const toggle = useWrite(allowedIp.toggle, { notices: 'form' });
  const { enabled, items, yourIp, yourIpAllowed } = state;
  const ip = yourIp;
  const confirmChange = (next: boolean) =>
    openDialog({
      kind: 'confirm',
      title: t(next ? 'allowedIp:turnOn.title' : 'allowedIp:turnOff.title'),
      description: next ? t('allowedIp:turnOn.text', counted(items.length, currentLocale())) : t('allowedIp:turnOff.text'),
      action: t(next ? 'allowedIp:turnOn.action' : 'allowedIp:turnOff.action'),
      run: () => confirmed(() => toggle.mutateAsync({ enabled: next })),
    });
  return (
    <SettingCard title={t('allowedIp:restriction')} className="mb-[18px]">
      <SettingRow
        icon={ShieldCheck}
        title={t('allowedIp:only')}
        description={yourIpAllowed ? t('allowedIp:yourIpAllowed', { ip }) : t('allowedIp:yourIp', { ip })}
        control={
          !yourIpAllowed && (
            <Button size="sm" onClick={() => onAdd(yourIp)}>
              {t('allowedIp:addMine')}
            </Button>
          )
        }
        toggle={{
          checked: enabled,
          onChange: confirmChange,
          busy: toggle.isPending,
          disabled: !enabled && !yourIpAllowed,
          reason: t('allowedIp:yourIp', { ip }),
        }}
      />
    </SettingCard>
  );
}
