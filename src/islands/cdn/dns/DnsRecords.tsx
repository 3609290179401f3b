import { Download, Plus, Upload, Waypoints } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useHashAction } from '../../../browser/address.ts';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { useRead } from '../../../browser/api/query.ts';
import { useKey } from '../../../browser/shortcuts.ts';
import { type DnsRecord, dns } from '../../../lib/contract/cdn/dns.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { isWaiting } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { focusWhenLost } from '../../ui/focusWhenLost.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { expectRows } from '../../ui/VirtualRows.tsx';
import { DeployState } from '../shared/DeployState.tsx';
import { exportZone } from '../shared/exportZone.ts';
import { dnsTabs } from '../shared/tabs/dnsTabs.ts';
import { UnknownDomain } from '../shared/UnknownDomain.tsx';
import { Records } from './Records.tsx';
import { AddMenu, RecordTools, type Tool } from './RecordTools.tsx';

export default function DnsRecords({ domainName }: { domainName: string }) {
  return (
    <FromServer>
      <RecordsPage domainName={domainName} />
    </FromServer>
  );
}

function RecordsPage({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  const list = useRead(dns.list, { domainId: domain?.id ?? '' }, { enabled: Boolean(domain) });
  const [adding, setAdding] = useState(false);
  // "Add record" in the overview and the palette opens the form.
  useHashAction('add', () => setAdding(true));
  const addButton = useRef<HTMLButtonElement>(null);
  const onAdding = (open: boolean) => {
    setAdding(open);
    if (!open) focusWhenLost(() => addButton.current);
  };
  const [tool, setTool] = useState<Tool | null>(null);
  // Included in the page, so it is known before the records are loaded.
  const expected = domain?.records ?? 0;
  useEffect(() => expectRows(expected), [expected]);
  useKey('n', () => domain && setAdding(true));

  if (domain === null)
    return (
      <>
        <PageHeader title={t('dns:title')} />
        <UnknownDomain name={domainName} icon={Waypoints} />
      </>
    );

  const failed = error ?? list.error;
  const data: DataState<readonly DnsRecord[]> = list.data
    ? { state: 'data', data: list.data.records }
    : failed
      ? {
          state: 'error',
          error: failed.message,
          retry: () => void (error ? refetch() : list.refetch()),
          busy: list.isFetching || isPending,
        }
      : { state: 'loading' };
  return (
    <>
      <PageHeader
        title={t('dns:title')}
        badge={domain && <DeployState {...domain.deploy} reason={domain.deploy.reason?.message} />}
        description={domain ? <AnsweredBy domain={domain} /> : t('dns:lead')}
        isBrief
        docs={{ href: guidePath('dns', currentLocale()), label: t('common:help') }}
        actions={
          <>
            <span className="contents max-sm:hidden">
              <LinkButton icon={Upload} href={href('zoneFile', { domain: domainName })}>
                {t('dns:importZone')}
              </LinkButton>
              <Button icon={Download} disabled={!domain} onClick={() => domain && void exportZone(domain.id)}>
                {t('dns:export')}
              </Button>
            </span>
            <Button ref={addButton} kind="primary" icon={Plus} kbd="N" disabled={!domain} onClick={() => setAdding(true)}>
              {t('dns:add')}
            </Button>
            {domain && <AddMenu zone={domain.name} onTool={setTool} />}
          </>
        }
      />
      {domain?.setupMode === 'cname' && (
        <Banner tone="info" className="mb-5">
          {t('dns:cnameMode')}
        </Banner>
      )}
      {domain?.setupMode === 'ns' && isWaiting(domain) && (
        <Banner tone="warning" className="mb-5" action={<a href={href('setupServers', { domain: domain.name })}>{t('dns:pending.how')}</a>}>
          {rich(t, 'dns:pending.text', {
            first: <DomainText mono>{domain.nameServers[0]}</DomainText>,
            second: <DomainText mono>{domain.nameServers[1]}</DomainText>,
          })}
        </Banner>
      )}
      <div className="mb-4">
        <Tabs
          label={t('dns:tab.label')}
          value="dns"
          tabs={dnsTabs(t, domainName, currentLocale(), domain ? (list.data?.total ?? domain.records) : undefined)}
        />
      </div>
      <Records
        zone={domainName}
        domain={domain}
        data={data}
        startsProxied={list.data?.defaults.proxy}
        adding={adding && Boolean(domain)}
        onAdding={onAdding}
        onLines={(text) => {
          onAdding(false);
          setTool({ kind: 'paste', text });
        }}
      />
      {domain && list.data && <RecordTools tool={tool} domain={domain} records={list.data.records} onClose={() => setTool(null)} />}
    </>
  );
}

function AnsweredBy({ domain }: { domain: Domain }) {
  const t = useT();
  const [first, second] = domain.nameServers;
  const nodes = { first: <DomainText mono>{first}</DomainText>, second: <DomainText mono>{second}</DomainText> };
  return rich(t, 'dns:nameServers', nodes);
}
