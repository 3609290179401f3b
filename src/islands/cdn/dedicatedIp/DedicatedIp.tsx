import { dedicatedIp as calls, type DedicatedIp as Held } from '../../../lib/contract/cdn/dedicatedIp.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell } from '../../ui/DataState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { IpRequestState } from './IpRequestState.tsx';

const kinds: Record<Held['status'], StatusKind> = { none: 'off', requested: 'waiting', assigned: 'ok', refused: 'failed' };

/** The dedicated address of a domain: asked for, decided by a person, assigned. A card of the domain’s settings. */
export default function DedicatedIp({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, calls.get, (domainId) => ({ domainId }));
  // The page that contains this card reports an unknown domain.
  if (domain === null) return null;
  const current = reading.state === 'data' ? reading.data : null;
  const status = current?.dedicatedIp.status ?? 'none';
  const isOnHold = current !== null && !current.gate.allowed && status === 'requested';
  return (
    <Card
      id="dedicated-ip"
      title={t('dedicatedIp:title')}
      actions={
        status !== 'none' && (
          <StatusBadge kind={isOnHold ? 'off' : kinds[status]}>{t(`dedicatedIp:status.${isOnHold ? 'onHold' : status}`)}</StatusBadge>
        )
      }
    >
      <DataShell
        data={reading}
        loading={<Skeleton label={t('common:loading')} rows={3} />}
        error={(message, retry, busy) => (
          <LoadError flush title={t('dedicatedIp:failed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={null}
      >
        {({ dedicatedIp, gate }) => domain && <IpRequestState domain={domain} current={dedicatedIp} gate={gate} />}
      </DataShell>
    </Card>
  );
}
