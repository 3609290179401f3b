import { RotateCw } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type CnameSetup, cnameSetup as calls } from '../../../lib/contract/cdn/cnameSetup.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import type { Tone } from '../../ui/icon.ts';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { CheckTimes } from '../shared/CheckTimes.tsx';

interface VerificationProps {
  domain: Domain;
  setup: CnameSetup;
  record: NonNullable<CnameSetup['verification']>;
  gate: Output<typeof calls.get>['gate'];
}

/** The verification record with copyable parts, and its status. */
export function Verification({ domain, setup, record, gate }: VerificationProps) {
  const t = useT();
  const check = useWrite(calls.check, { notices: 'none' });
  const mono = (text: string) => (
    <DomainText mono className="break-all">
      {text}
    </DomainText>
  );
  const copy = (value: string, label: string) => (
    <CopyButton value={value} size="xs" label={label} copiedLabel={t('common:copied')} failedLabel={t('common:copyFailed')} />
  );
  return (
    <section aria-labelledby="cname-verify" className="grid gap-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id="cname-verify" className="me-auto text-ui font-semibold">
          {t('cnameSetup:verify.title')}
        </h3>
        <Button
          changes
          size="sm"
          icon={RotateCw}
          busy={check.isPending}
          busyLabel={t('cnameSetup:check.busy')}
          onClick={() => check.mutate({ domainId: domain.id })}
        >
          {t('cnameSetup:check.button')}
        </Button>
      </div>
      <p className="text-ui">{rich(t, 'cnameSetup:verify.text', { domain: <DomainText>{domain.name}</DomainText> })}</p>
      <KeyValueList
        items={[
          { key: 'type', label: t('cnameSetup:verify.type'), value: <TypeTag type="TXT" /> },
          {
            key: 'name',
            label: t('cnameSetup:verify.name'),
            value: mono(record.name),
            action: copy(record.name, t('cnameSetup:verify.copyName')),
          },
          {
            key: 'value',
            label: t('cnameSetup:verify.value'),
            value: mono(record.value),
            action: copy(record.value, t('cnameSetup:verify.copyValue')),
          },
        ]}
      />
      <p className="text-help text-text-2">
        {rich(t, 'cnameSetup:verify.short', {
          label: (
            <DomainText mono className="whitespace-nowrap">
              {record.name.slice(0, -domain.name.length - 1)}
            </DomainText>
          ),
        })}
      </p>
      <VerificationResult setup={setup} observed={record.seen} gate={gate} />
      {check.error && (
        <Banner tone="danger" live>
          {check.error.message}
        </Banner>
      )}
      <CheckTimes
        checkedAt={setup.checkedAt}
        nextCheckAt={setup.nextCheckAt}
        checked={(age) => t('cnameSetup:check.checked', { age })}
        next={(time) => t('cnameSetup:check.next', { time })}
        soon={t('cnameSetup:check.nextSoon')}
      />
    </section>
  );
}

const tones: Record<VerificationProps['record']['seen'], Tone> = {
  unchecked: 'info',
  found: 'success',
  other: 'warning',
  missing: 'warning',
  unseen: 'warning',
};

function VerificationResult({
  setup: { mode, verifiedAt, missingSince },
  observed,
  gate,
}: Pick<VerificationProps, 'setup' | 'gate'> & { observed: keyof typeof tones }) {
  const t = useT();
  const isGone = mode === 'cname' && observed !== 'found' && missingSince !== undefined;
  const plan = gate.requiredPlan && t(`common:plan.${gate.requiredPlan}`);
  const text = isGone
    ? verifiedAt
      ? t('cnameSetup:seen.gone', { date: formatDateTime(missingSince, currentLocale()) })
      : t('cnameSetup:seen.lost')
    : observed === 'found' && mode === 'ns' && plan
      ? t('cnameSetup:seen.foundOnHold', { plan })
      : t(`cnameSetup:seen.${observed}`);
  return (
    <Banner tone={isGone && !verifiedAt ? 'danger' : tones[observed]} live>
      {text}
    </Banner>
  );
}
