import { Siren } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useRead } from '../../lib/api/query.ts';
import { ddos } from '../../lib/contract/ddos.ts';
import { formatDateTime } from '../../lib/format/date.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { closeDialog, openDialog } from '../../lib/stores/dialogs.ts';
import { Button } from '../ui/Button.tsx';
import { SettingRow } from '../ui/SettingRow.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const AttackDialog = lazy(async () => ({ default: (await import('./AttackDialog.tsx')).AttackDialog }));

/** Under attack mode among the quick actions: whether it is on and until when. How long is asked as on the page of the DDoS protection. */
export function AttackAction({ domainId }: { domainId: string }) {
  const t = useT();
  const { data } = useRead(ddos.get, { domainId });
  if (!data) return null;
  const until = data.ddos.underAttackUntil;
  const open = () => {
    const id = openDialog({
      kind: 'standard',
      title: t('ddos:attack.title'),
      body: () => (
        <Suspense fallback={<Skeleton label={t('common:loading')} rows={2} />}>
          <AttackDialog domainId={domainId} onDone={() => closeDialog(id)} />
        </Suspense>
      ),
    });
  };
  return (
    <SettingRow
      icon={Siren}
      title={t('ddos:attack.title')}
      on={until !== null}
      description={
        until ? t('overview:quick.attackUntil', { time: formatDateTime(until, currentLocale()) }) : t('overview:quick.attackText')
      }
      control={<Button onClick={open}>{t(until ? 'overview:quick.attackChange' : 'overview:quick.attackOpen')}</Button>}
    />
  );
}
