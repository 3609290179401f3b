import type { Dnssec as State } from '../../../lib/contract/cdn/dnssec.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { type KeyValue, KeyValueList } from '../../ui/KeyValueList.tsx';

function useEntry() {
  const t = useT();
  return (key: string, label: string, value: string | number, name = ''): KeyValue => ({
    key,
    label,
    value: (
      <bdi dir="ltr" className="mono min-w-0 break-all">
        {value}
        {name && ` (${name})`}
      </bdi>
    ),
    action: (
      <CopyButton
        value={String(value)}
        size="xs"
        label={`${t('common:copy')}: ${label}`}
        copiedLabel={t('common:copied')}
        failedLabel={t('common:copyFailed')}
      />
    ),
  });
}

interface OfKey {
  keyOfZone: NonNullable<State['key']>;
  title: string;
}

/** The DS records for the registrar, by digest: in parts, and as a line of a zone file. */
export function DsCards({ keyOfZone: key, ds, title }: OfKey & { ds: State['ds'] }) {
  const t = useT();
  const entry = useEntry();
  return ds.map(({ digestType, digestName, digest, record }) => (
    <Card key={digestType} title={`${title} (${digestName})`}>
      <KeyValueList
        items={[
          entry('tag', t('dnssec:ds.tag'), key.keyTag),
          entry('algorithm', t('dnssec:ds.algorithm'), key.algorithm, key.algorithmName),
          entry('type', t('dnssec:ds.type'), digestType, digestName),
          entry('digest', t('dnssec:ds.digest'), digest),
          entry('record', t('dnssec:ds.record'), record),
        ]}
      />
    </Card>
  ));
}

/** The key itself, for registrars that make the DS record from it. */
export function KeyCard({ keyOfZone: key, title }: OfKey) {
  const t = useT();
  const entry = useEntry();
  return (
    <Card title={title}>
      <KeyValueList
        items={[
          entry('tag', t('dnssec:ds.tag'), key.keyTag),
          entry('flags', t('dnssec:key.flags'), key.flags, 'KSK'),
          entry('protocol', t('dnssec:key.protocol'), key.protocol),
          entry('algorithm', t('dnssec:ds.algorithm'), key.algorithm, key.algorithmName),
          entry('public', t('dnssec:key.public'), key.publicKey),
          entry('record', t('dnssec:key.record'), key.record),
        ]}
      />
    </Card>
  );
}
