import { Siren } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { AttackLengthSelect } from '../shared/AttackControls.tsx';
import { type AttackLength, useUnderAttack } from '../shared/useUnderAttack.ts';

interface AttackDialogProps {
  domainId: string;
  open: boolean;
  onClose: () => void;
}

/** Turns under attack mode on for a limited time. */
export function AttackDialog({ domainId, open, onClose }: AttackDialogProps) {
  const t = useT();
  const setting = useRead(ddos.get, { domainId }).data?.ddos;
  const { lengths, busy, turn } = useUnderAttack(domainId, onClose);
  const [length, setLength] = useState<AttackLength>('1h');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('ddos:attack.title')}
      description={t('ddos:attack.text')}
      closeLabel={t('common:close')}
      icon={Siren}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" busy={busy} onClick={() => turn(length)}>
            {t('ddos:attack.start')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {setting?.challengeType === 'l34' && <p className="text-help text-text-2">{t('ddos:attack.l34')}</p>}
        <AttackLengthSelect value={length} onChange={setLength} lengths={lengths} />
      </div>
    </Dialog>
  );
}
