import { KeyRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { dnssec as calls, type Dnssec as State } from '../../../lib/contract/cdn/dnssec.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DeployState } from '../shared/DeployState.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { PlanGate } from '../shared/PlanGate.tsx';
import { dnsTabs } from '../shared/tabs/dnsTabs.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { DisableCard } from './DisableCard.tsx';
import { ParentCard } from './ParentCard.tsx';
import { DsCards, KeyCard } from './Records.tsx';
import { StartRollCard } from './StartRollCard.tsx';

const RollCard = lazy(() => import('./RollCard.tsx'));

const kinds: Record<State['status'], StatusKind> = { off: 'off', pending: 'waiting', active: 'ok' };

/** Signing of a zone: off, waiting for the DS record at the registrar, or active. */
export default function Dnssec({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, calls.get, (domainId) => ({ domainId }));
  const status = reading.state === 'data' ? reading.data.dnssec.status : null;
  return (
    <DomainPage
      title={t('dnssec:title')}
      badge={
        <>
          {status && <StatusBadge kind={kinds[status]}>{t(`dnssec:status.${status}`)}</StatusBadge>}
          {domain && <DeployState {...domain.deploy} reason={domain.deploy.reason?.message} />}
        </>
      }
      description={t('dnssec:lead')}
      docs={{ href: guidePath('dnssec', currentLocale()), label: t('common:help') }}
      icon={KeyRound}
      domainName={domainName}
      isUnknown={domain === null}
      reading={reading}
      failed={t('dnssec:loadFailed')}
      rows={7}
      tabs={<Tabs label={t('dns:tab.label')} value="dnssec" tabs={dnsTabs(t, domainName, currentLocale(), domain?.records)} />}
    >
      {({ dnssec, gate }) =>
        domain && (
          <div className="grid items-start gap-[18px] xl:grid-cols-[minmax(0,1fr)_332px]">
            <div className="grid max-w-[760px] gap-[18px]">
              <Unpublished />
              {dnssec.status === 'off' ? (
                <Off domain={domain} state={dnssec} gate={gate} />
              ) : (
                <Signed domainId={domain.id} state={dnssec} />
              )}
            </div>
            {dnssec.status !== 'off' && (
              <div className="grid gap-[18px]">
                <ParentCard domainId={domain.id} state={dnssec} />
                {dnssec.status === 'active' && !dnssec.roll && <StartRollCard domainId={domain.id} />}
                <DisableCard domainId={domain.id} state={dnssec} />
              </div>
            )}
          </div>
        )
      }
    </DomainPage>
  );
}

/** Said once: a signed zone that nobody answers protects nobody. */
function Unpublished() {
  const t = useT();
  const dns = useRead(provider.capabilities, {}).data?.capabilities.dns;
  return dns === 'none' ? <Banner tone="info">{t('dnssec:notPublished')}</Banner> : null;
}

/** The keys of a signed zone, and those DS records that belong to the registrar now. */
function Signed({ domainId, state }: { domainId: string; state: State }) {
  const t = useT();
  const { key, ds, roll } = state;
  if (!key) return null;
  if (!roll)
    return (
      <>
        <Step state={state} />
        <DsCards keyOfZone={key} ds={ds} title={t('dnssec:ds.title')} />
        <KeyCard keyOfZone={key} title={t('dnssec:key.title')} />
      </>
    );
  return (
    <>
      {roll.step === 'registrar' && <Step state={state} />}
      <Suspense fallback={<Skeleton label={t('common:loading')} rows={7} />}>
        <RollCard domainId={domainId} state={state} roll={roll} />
      </Suspense>
      <DsCards keyOfZone={roll.key} ds={roll.ds} title={t('dnssec:roll.newDs')} />
      <KeyCard keyOfZone={roll.key} title={t('dnssec:roll.newKey')} />
      <KeyCard keyOfZone={key} title={t('dnssec:roll.currentKey')} />
    </>
  );
}

/** What to do next. */
function Step({ state: { status, parent, roll } }: { state: State }) {
  const t = useT();
  // Without any DS record of the zone, a roll has no hurry.
  const step = status !== 'active' ? (parent.state === 'other' ? 'other' : 'pending') : roll ? 'replace' : 'active';
  return (
    <Banner tone={step === 'active' ? 'success' : step === 'other' ? 'danger' : 'info'}>
      <b className="block font-semibold">{t(`dnssec:${step}.title`)}</b>
      {t(`dnssec:${step}.text`)}
    </Banner>
  );
}

function Off({ domain, state, gate }: { domain: Domain; state: State; gate: Output<typeof calls.get>['gate'] }) {
  const t = useT();
  const enable = useWrite(calls.enable);
  if (!gate.allowed)
    return (
      <PlanGate
        title={t('dnssec:gate.title')}
        plan={gate.requiredPlan && t(`common:plan.${gate.requiredPlan}`)}
        link={gate.reason === 'plan' ? { href: href('plan', { domain: domain.name }), label: t('common:showPlans') } : undefined}
      >
        {gate.reason === 'plan'
          ? t('dnssec:gate.plan', { domain: domain.name })
          : gate.reason === 'tld'
            ? t('dnssec:gate.tld', { tld: domain.name.slice(domain.name.lastIndexOf('.')) })
            : t('dnssec:gate.notLive')}
      </PlanGate>
    );
  const reason = state.isOffered ? undefined : t('dnssec:notOffered');
  return (
    <Card title={t('dnssec:off.title')}>
      <p className="text-ui text-text-2">{t('dnssec:off.text')}</p>
      {reason && <p className="mt-2 text-ui text-text-2">{reason}</p>}
      <Button
        kind="primary"
        className="mt-4"
        busy={enable.isPending}
        disabled={!state.isOffered}
        reason={reason}
        onClick={() => enable.mutate({ domainId: domain.id })}
      >
        {t('dnssec:off.action')}
      </Button>
    </Card>
  );
}
