import { RotateCw } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { dnssec as calls, type Dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { formatAge } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';

const kinds = { unchecked: 'off', none: 'waiting', matches: 'ok', other: 'failed' } as const;

/** What the parent zone has, checked now on request. */
export function ParentCard({ domainId, state: { parent, checkedAt } }: { domainId: string; state: Dnssec }) {
  const t = useT();
  const verify = useWrite(calls.verify, { success: 'none' });
  const check = async () => {
    const { parent: found } = await verify.mutateAsync({ domainId });
    notify(found.matches ? { type: 'success', title: t('dnssec:parent.found') } : { type: 'message', title: t('dnssec:parent.missing') });
  };
  return (
    <Card title={t('dnssec:parent.title')}>
      <p className="text-ui">
        <StatusText kind={kinds[parent.state]}>{t(`dnssec:parent.${parent.state}`)}</StatusText>
      </p>
      {parent.ds.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {parent.ds.map((one) => (
            <li key={one} dir="ltr" className="mono break-all text-caption text-text-2">
              {one}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3.5 flex flex-wrap items-center justify-between gap-3">
        <Button
          changes
          size="sm"
          icon={RotateCw}
          busy={verify.isPending}
          busyLabel={t('dnssec:parent.busy')}
          onClick={() => void check().catch(() => {})}
        >
          {t('dnssec:parent.check')}
        </Button>
        {checkedAt && (
          <span className="text-caption text-text-3">{t('dnssec:parent.checked', { time: formatAge(checkedAt, currentLocale()) })}</span>
        )}
      </div>
    </Card>
  );
}
