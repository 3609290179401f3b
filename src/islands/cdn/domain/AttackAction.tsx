import { Siren } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { useUnderAttack } from '../shared/useUnderAttack.ts';

const AttackDialog = lazy(async () => ({ default: (await import('./AttackDialog.tsx')).AttackDialog }));

/** Under attack mode in the quick actions: its state and end. The duration is selected as on the DDoS protection page. */
export function AttackAction({ domainId }: { domainId: string }) {
  const t = useT();
  const { data } = useRead(ddos.get, { domainId });
  const [dialog, setDialog] = useState<'none' | 'open' | 'leaving'>('none');
  const { turn, busy } = useUnderAttack(domainId);
  if (!data) return null;
  const until = data.ddos.underAttackUntil;
  return (
    <>
      <SettingRow
        icon={Siren}
        title={t('ddos:attack.title')}
        on={until !== null}
        description={
          until ? t('overview:quick.attackUntil', { time: formatDateTime(until, currentLocale()) }) : t('overview:quick.attackText')
        }
        control={
          until ? (
            <Button changes busy={busy} onClick={() => turn(null)}>
              {t('ddos:attack.stop')}
            </Button>
          ) : (
            <Button onClick={() => setDialog('open')}>{t('overview:quick.attackOpen')}</Button>
          )
        }
      />
      {dialog !== 'none' && (
        <Suspense>
          <AttackDialog domainId={domainId} open={dialog === 'open'} onClose={() => setDialog('leaving')} />
        </Suspense>
      )}
    </>
  );
}
