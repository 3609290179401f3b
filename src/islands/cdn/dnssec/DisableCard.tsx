import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { dnssec as calls, type Dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/** Turning DNSSEC off: the question says whether it is safe now. */
export function DisableCard({ domainId, state: { needs } }: { domainId: string; state: Dnssec }) {
  const t = useT();
  const disable = useWrite(calls.disable);
  const confirmDisable = () =>
    openDialog({
      kind: 'confirm',
      title: t('dnssec:disable.confirm'),
      description: needs ? t(`dnssec:error.${needs}`) : t('dnssec:disable.safe'),
      action: t(needs ? 'dnssec:disable.force' : 'dnssec:disable.action'),
      run: () => disable.mutateAsync({ domainId, confirm: needs !== null }),
    });
  return (
    <Card title={t('dnssec:disable.title')}>
      <p className="text-ui text-text-2">{t('dnssec:disable.text')}</p>
      <Button kind="soft-danger" className="mt-3.5" busy={disable.isPending} onClick={confirmDisable}>
        {t('dnssec:disable.action')}
      </Button>
    </Card>
  );
}
