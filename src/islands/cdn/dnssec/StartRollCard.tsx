import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { dnssec as calls } from '../../../lib/contract/cdn/dnssec.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/** Starting a key roll, for an active zone without one. */
export function StartRollCard({ domainId }: { domainId: string }) {
  const t = useT();
  const roll = useWrite(calls.roll);
  const confirmStart = () =>
    openDialog({
      kind: 'confirm',
      title: t('dnssec:roll.start.confirm'),
      description: t('dnssec:roll.start.plan'),
      action: t('dnssec:roll.start.action'),
      run: () => roll.mutateAsync({ domainId }),
    });
  return (
    <Card title={t('dnssec:roll.start.title')}>
      <p className="text-ui text-text-2">{t('dnssec:roll.start.text')}</p>
      <Button changes className="mt-3.5" busy={roll.isPending} onClick={confirmStart}>
        {t('dnssec:roll.start.action')}
      </Button>
    </Card>
  );
}
