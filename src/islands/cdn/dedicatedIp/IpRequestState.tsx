import { useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { brand } from '../../../config/brand.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { dedicatedIp as calls, type DedicatedIp } from '../../../lib/contract/cdn/dedicatedIp.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { type KeyValue, KeyValueList } from '../../ui/KeyValueList.tsx';
import { PlanGate } from '../shared/PlanGate.tsx';
import { IpRequestDialog } from './IpRequestDialog.tsx';

interface IpRequestStateProps {
  domain: Domain;
  current: DedicatedIp;
  gate: Output<typeof calls.get>['gate'];
}

/** The status of the request and the available actions. */
export function IpRequestState({ domain, current, gate }: IpRequestStateProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const withdraw = useWrite(calls.withdraw);
  const { status, note } = current;
  const canRequest = gate.allowed && (status === 'none' || status === 'refused');
  return (
    <div className="grid gap-4">
      {!gate.allowed && <Gate domain={domain} current={current} gate={gate} />}
      {gate.allowed && status === 'refused' && <Banner tone="warning">{t('dedicatedIp:refusedText', { note: note ?? '' })}</Banner>}
      {status === 'none' && gate.allowed && <p className="text-ui">{t('dedicatedIp:about', { brand: brand.name[currentLocale()] })}</p>}
      {status === 'requested' && gate.allowed && <p className="text-ui">{t('dedicatedIp:open')}</p>}
      <Facts current={current} />
      {status === 'assigned' && gate.allowed && <NoEdge />}
      {canRequest && (
        <div>
          <Button onClick={() => setOpen(true)}>{t(status === 'none' ? 'dedicatedIp:action.request' : 'dedicatedIp:action.again')}</Button>
        </div>
      )}
      {status === 'requested' && (
        <div>
          <Button changes busy={withdraw.isPending} onClick={() => withdraw.mutate({ domainId: domain.id })}>
            {t('dedicatedIp:action.withdraw')}
          </Button>
        </div>
      )}
      <IpRequestDialog domain={domain} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

/** The plan that includes it. Requests and addresses from that plan remain, and the text states it. */
function Gate({ domain, current: { status }, gate }: IpRequestStateProps) {
  const t = useT();
  const { requiredPlan } = gate;
  const plan = requiredPlan && t(`common:plan.${requiredPlan}`);
  const retention = status === 'requested' ? 'dedicatedIp:held' : status === 'assigned' ? 'dedicatedIp:heldAddress' : null;
  return (
    <PlanGate
      title={t('dedicatedIp:title')}
      plan={plan}
      link={gate.reason === 'plan' ? { href: href('plan', { domain: domain.name }), label: t('common:showPlans') } : undefined}
    >
      {!plan
        ? t('dedicatedIp:gate.tld', { tld: domain.name.slice(domain.name.lastIndexOf('.')) })
        : retention
          ? t(retention, { plan })
          : t('dedicatedIp:gate.plan')}
    </PlanGate>
  );
}

function Facts({ current: { status, ip, reason, requestedAt, decidedAt } }: Pick<IpRequestStateProps, 'current'>) {
  const t = useT();
  const locale = currentLocale();
  const day = (key: string, label: string, iso: string | undefined): KeyValue[] =>
    iso
      ? [
          {
            key,
            label,
            value: (
              <time dateTime={iso} title={formatDateTime(iso, locale)}>
                {formatDate(iso, locale)}
              </time>
            ),
          },
        ]
      : [];
  if (status === 'none') return null;
  const copy = ip && (
    <CopyButton
      value={ip}
      size="xs"
      label={t('dedicatedIp:copy', { ip })}
      copiedLabel={t('common:copied')}
      failedLabel={t('common:copyFailed')}
    />
  );
  return (
    <KeyValueList
      items={[
        ...(ip ? [{ key: 'ip', label: t('dedicatedIp:address'), value: <DomainText mono>{ip}</DomainText>, action: copy }] : []),
        ...day('asked', t('dedicatedIp:askedOn'), requestedAt),
        ...day('decided', t('dedicatedIp:decidedOn'), decidedAt),
        ...(reason ? [{ key: 'reason', label: t('dedicatedIp:yourReason'), value: <bdi className="break-words">{reason}</bdi> }] : []),
      ]}
    />
  );
}

function NoEdge() {
  const t = useT();
  const { data } = useRead(provider.capabilities, {});
  return data?.capabilities.edge === 'none' ? <Banner tone="info">{t('dedicatedIp:noEdge')}</Banner> : null;
}
