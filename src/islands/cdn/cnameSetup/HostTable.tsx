import type { CnameHost } from '../../../lib/contract/cdn/cnameSetup.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';

/** Maximum rows; a zone may have thousands of hosts, and errors come first. */
const MAX_VISIBLE = 100;
const rank = ({ apex, ok }: CnameHost) => (apex ? 0 : ok === false ? 1 : ok === null ? 2 : 3);

interface HostTableProps {
  domain: Domain;
  hosts: readonly CnameHost[];
}

/** The target of each host at the customer’s DNS provider, and what it points to. */
export function HostTable({ domain: { name }, hosts }: HostTableProps) {
  const t = useT();
  const hasApex = hosts.some(({ apex }) => apex);
  const [first] = hosts;
  const sorted = hosts.toSorted((a, b) => rank(a) - rank(b));
  if (!first)
    return (
      <Card title={t('cnameSetup:hosts.title')}>
        <p className="text-ui text-text-2">{t('cnameSetup:hosts.empty')}</p>
        <LinkButton className="mt-3.5" href={href('dns', { domain: name })}>
          {t('cnameSetup:hosts.records')}
        </LinkButton>
      </Card>
    );
  return (
    <Card title={t('cnameSetup:hosts.title')} line flush>
      <div className="grid gap-2.5 p-[18px] pb-2">
        <p className="text-ui">{t('cnameSetup:hosts.text')}</p>
        <KeyValueList
          items={[
            {
              key: 'target',
              label: t('cnameSetup:hosts.target'),
              value: (
                <DomainText mono className="break-all">
                  {first.target}
                </DomainText>
              ),
              action: (
                <CopyButton
                  value={first.target}
                  size="xs"
                  label={t('cnameSetup:hosts.copy')}
                  copiedLabel={t('common:copied')}
                  failedLabel={t('common:copyFailed')}
                />
              ),
            },
          ]}
        />
      </div>
      <Table label={t('cnameSetup:hosts.title')} rows>
        <Head>
          <HeadCell>{t('cnameSetup:hosts.host')}</HeadCell>
          <HeadCell>{t('cnameSetup:hosts.state')}</HeadCell>
        </Head>
        <tbody>
          {sorted.slice(0, MAX_VISIBLE).map((host) => (
            <HostRow key={host.host} host={host} />
          ))}
        </tbody>
      </Table>
      {hosts.length > MAX_VISIBLE && (
        <p className="px-[18px] pt-3 text-help text-text-2">
          {t('cnameSetup:hosts.more', counted(hosts.length - MAX_VISIBLE, currentLocale()))}
        </p>
      )}
      {hasApex && (
        <div className="p-4">
          <Banner tone="warning">
            {rich(t, 'cnameSetup:hosts.apexText', {
              domain: <DomainText>{name}</DomainText>,
              target: <DomainText mono>{first.target}</DomainText>,
              www: <DomainText>{`www.${name}`}</DomainText>,
            })}
          </Banner>
        </div>
      )}
    </Card>
  );
}

function HostRow({ host: { host, apex, ok, seen: observed } }: { host: CnameHost }) {
  const t = useT();
  const state = apex
    ? t('cnameSetup:hosts.apex')
    : observed === undefined
      ? t('cnameSetup:hosts.unchecked')
      : ok
        ? t('cnameSetup:hosts.ok')
        : observed === null
          ? t('cnameSetup:hosts.none')
          : t('cnameSetup:hosts.other', { seen: observed });
  return (
    <Row>
      <Cell m="title">
        <DomainText mono className="break-all">
          {host}
        </DomainText>
      </Cell>
      <Cell m="end">
        <StatusText kind={ok ? 'ok' : ok === false ? 'waiting' : 'off'}>{state}</StatusText>
      </Cell>
    </Row>
  );
}
