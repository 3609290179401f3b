import { Download, Plus, Upload, Waypoints } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDomainOf } from '../../lib/api/domain.ts';
import { useRead } from '../../lib/api/query.ts';
import { exportZone } from '../../lib/api/zone.ts';
import { dns } from '../../lib/contract/dns.ts';
import type { Domain } from '../../lib/contract/domain.ts';
import { dnsTabs } from '../../lib/dns-tabs.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { rich } from '../../lib/i18n/rich.tsx';
import { guideOf, href } from '../../lib/routes.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DataShell, type DataState } from '../ui/DataState.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { focusWhenLost } from '../ui/focusWhenLost.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { UnknownDomain } from '../ui/UnknownDomain.tsx';
import { usePhone } from '../ui/useCompact.ts';
import { Records } from './Records.tsx';

export default function DnsRecords({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainOf(domainName);
  const list = useRead(dns.list, { domainId: domain?.id ?? '' }, { enabled: Boolean(domain) });
  const [adding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const onAdding = (open: boolean) => {
    setAdding(open);
    if (!open) focusWhenLost(() => addButton.current);
  };
  const phone = usePhone();
  useKey('n', () => domain && setAdding(true));

  if (domain === null)
    return (
      <>
        <PageHeader title={t('dns:title')} />
        <UnknownDomain name={domainName} listHref={href('domains')} icon={Waypoints} />
      </>
    );

  const failed = error ?? list.error;
  const data: DataState<NonNullable<typeof list.data>> = list.data
    ? { state: 'data', data: list.data }
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
        description={<span className="max-sm:hidden">{domain ? <AnsweredBy domain={domain} /> : t('dns:lead')}</span>}
        docs={{ href: guideOf('dns', currentLocale()), label: t('common:help') }}
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
            <Button
              ref={addButton}
              kind="primary"
              icon={Plus}
              kbd={phone ? undefined : 'N'}
              disabled={!domain}
              onClick={() => setAdding(true)}
            >
              {t('dns:add')}
            </Button>
          </>
        }
      />
      {domain && (domain.status === 'pendingNsChange' || domain.status === 'pending') && (
        <Banner
          tone="warning"
          className="mb-5"
          action={<a href={`${href('domainAdd')}?domain=${encodeURIComponent(domain.name)}&step=name-servers`}>{t('dns:pending.how')}</a>}
        >
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
          tabs={dnsTabs(t, domainName).map((tab) =>
            tab.value === 'dns' && domain ? { ...tab, count: formatNumber(list.data?.total ?? domain.records, currentLocale()) } : tab,
          )}
        />
      </div>
      <DataShell
        data={data}
        loading={
          <Card flush>
            <Skeleton label={t('common:loading')} rows={9} />
          </Card>
        }
        error={(message, retry, busy) => (
          <LoadError title={t('dns:loadFailed')} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
        )}
        empty={null}
      >
        {/* The list has an empty state of its own, as records can be added there. */}
        {({ records }) => domain && <Records domain={domain} records={records} adding={adding} onAdding={onAdding} />}
      </DataShell>
    </>
  );
}

function AnsweredBy({ domain }: { domain: Domain }) {
  const t = useT();
  const [first, second] = domain.nameServers;
  const nodes = { first: <DomainText mono>{first}</DomainText>, second: <DomainText mono>{second}</DomainText> };
  return rich(t, 'dns:answeredBy', nodes);
}

/** A key that does something while nothing is written and no dialog is open. */
function useKey(key: string, run: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat)
        return;
      if (target?.closest?.('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]')) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
