import { useRead } from '../../../browser/api/query.ts';
import { cnameSetup as calls, type CnameSetup as Setup } from '../../../lib/contract/cdn/cnameSetup.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataShell } from '../../ui/DataState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { HostTable } from './HostTable.tsx';
import { ModeChoice } from './ModeChoice.tsx';
import { Verification } from './Verification.tsx';

const cnameSetupState = ({ mode, pending, verifiedAt }: Setup) =>
  pending ? 'pending' : mode === 'ns' ? 'ns' : verifiedAt ? 'cname' : 'lost';
const kinds: Record<ReturnType<typeof cnameSetupState>, StatusKind> = { ns: 'off', pending: 'waiting', cname: 'ok', lost: 'failed' };

/** How traffic is routed here: by name servers, or by records at another DNS provider. Cards of the domain’s settings. */
export default function CnameSetup({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, calls.get, (domainId) => ({ domainId }));
  // The page that contains this card reports an unknown domain.
  if (domain === null) return null;
  const setup = reading.state === 'data' ? reading.data.setup : null;
  const state = setup && cnameSetupState(setup);
  return (
    <div className="grid gap-[18px]">
      <Card
        id="cname-setup"
        title={t('cnameSetup:title')}
        actions={state && <StatusBadge kind={kinds[state]}>{t(`cnameSetup:status.${state}`)}</StatusBadge>}
      >
        <DataShell
          data={reading}
          loading={<Skeleton label={t('common:loading')} rows={4} />}
          error={(message, retry, busy) => (
            <LoadError flush title={t('cnameSetup:failed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
          )}
          empty={null}
        >
          {({ setup, gate }) =>
            domain && (
              <div className="grid gap-5">
                <p className="text-ui">{t('cnameSetup:lead')}</p>
                <ModeChoice domain={domain} setup={setup} gate={gate} />
                {setup.verification && <Verification domain={domain} setup={setup} record={setup.verification} gate={gate} />}
                {setup.mode === 'cname' && <NoEdge />}
              </div>
            )
          }
        </DataShell>
      </Card>
      {domain && setup?.mode === 'cname' && <HostTable domain={domain} hosts={setup.hosts} />}
    </div>
  );
}

function NoEdge() {
  const t = useT();
  const { data } = useRead(provider.capabilities, {});
  return data?.capabilities.edge === 'none' ? <Banner tone="info">{t('cnameSetup:noEdge')}</Banner> : null;
}
