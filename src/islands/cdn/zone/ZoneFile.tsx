import { FileText } from 'lucide-react';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { dnsTabs } from '../shared/tabs/dnsTabs.ts';
import { UnknownDomain } from '../shared/UnknownDomain.tsx';
import { ZoneExport } from './ZoneExport.tsx';
import ZoneImport from './ZoneImport.tsx';

export default function ZoneFile({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  if (domain === null)
    return (
      <>
        <PageHeader title={t('zone:title')} />
        <UnknownDomain name={domainName} icon={FileText} />
      </>
    );
  return (
    <>
      <PageHeader
        title={t('zone:title')}
        description={t('zone:lead')}
        docs={{ href: guidePath('zoneFile', currentLocale()), label: t('common:help') }}
      />
      <div className="mb-5">
        <Tabs label={t('dns:tab.label')} value="zoneFile" tabs={dnsTabs(t, domainName, currentLocale(), domain?.records)} />
      </div>
      {domain ? (
        <div className="grid items-start gap-[18px] xl:grid-cols-[minmax(0,1fr)_332px]">
          <ZoneImport domainName={domainName} />
          <ZoneExport domainId={domain.id} />
        </div>
      ) : error ? (
        <LoadError
          title={t('zone:loadFailed')}
          message={error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void refetch()}
          busy={isPending}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={6} />
        </Card>
      )}
    </>
  );
}
