import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { SavedCodes } from './SavedCodes.tsx';

/** The number of remaining recovery codes, and new ones. */
export function RecoveryCard({ left, isOn }: { left: number; isOn: boolean }) {
  const t = useT();
  const [codes, setCodes] = useState<string[] | null>(null);
  const regenerate = useWrite(twoFactor.regenerate, { notices: 'form' });
  const state = useRead(twoFactor.get, {});
  const confirmRenewal = () =>
    openDialog({
      kind: 'confirm',
      title: t('twoFactor:recovery.renewTitle'),
      description: t('twoFactor:recovery.renewText'),
      action: t('twoFactor:recovery.renew'),
      run: async () => setCodes((await confirmed(() => regenerate.mutateAsync({}))).recoveryCodes),
    });
  return (
    <SettingCard title={t('twoFactor:recovery.title')}>
      <SettingRow
        icon={LifeBuoy}
        title={isOn ? t('twoFactor:recovery.left', counted(left, currentLocale())) : t('twoFactor:recovery.none')}
        description={t('twoFactor:recovery.text')}
        on={isOn}
        control={
          isOn && (
            <Button changes size="sm" onClick={confirmRenewal}>
              {t('twoFactor:recovery.renew')}
            </Button>
          )
        }
      />
      <EditDialog open={codes !== null} onClose={() => setCodes(null)} title={t('twoFactor:recovery.saveTitle')}>
        {({ onDone }) => codes && <SavedCodes codes={codes} email={state.data?.twoFactor.email.email ?? ''} onDone={onDone} />}
      </EditDialog>
    </SettingCard>
  );
}
