import { Radar } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '../../../browser/address.ts';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { queryClient, useRead } from '../../../browser/api/query.ts';
import { propagation } from '../../../lib/contract/cdn/propagation.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { isRecordType, type RecordType } from '../../../lib/rules/core/dnsTypes.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { dnsTabs } from '../shared/tabs/dnsTabs.ts';
import { PropagationForm } from './PropagationForm.tsx';
import { PropagationResult } from './PropagationResult.tsx';

const nothing = { name: '@', type: 'A' };
const forget = () => queryClient.removeQueries({ queryKey: [propagation.get.id[0]] });

/** What several resolvers answer now, beside what the zone says. The address reproduces the question. */
export default function Propagation({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  // Never cached: what resolvers answer changes by itself.
  useState(forget);
  const [query, setQuery] = useAddress(nothing);
  const type: RecordType = isRecordType(query.type) ? query.type : 'A';
  const read = useRead(propagation.get, { domainId: domain?.id ?? '', name: query.name, type }, { enabled: Boolean(domain) });
  const answer = read.isFetching ? undefined : read.data?.propagation;
  const fields = read.error?.fields ?? {};
  const hasFields = Object.keys(fields).length > 0;
  return (
    <DomainPage
      title={t('propagation:title')}
      description={t('propagation:lead')}
      docs={{ href: guidePath('propagation', currentLocale()), label: t('common:help') }}
      icon={Radar}
      domainName={domainName}
      isUnknown={domain === null}
      reading={
        domain
          ? { state: 'data', data: domain }
          : error
            ? { state: 'error', error: error.message, retry: () => void refetch(), busy: isPending }
            : { state: 'loading' }
      }
      failed={t('propagation:failed')}
      tabs={<Tabs label={t('dns:tab.label')} value="propagation" tabs={dnsTabs(t, domainName, currentLocale(), domain?.records)} />}
    >
      {(match) => (
        <div className="grid gap-[18px]">
          <PropagationForm
            domain={match.name}
            query={{ name: query.name, type }}
            error={fields.name}
            busy={read.isFetching}
            onQuery={(next) => {
              if (next.name === query.name && next.type === type) void read.refetch();
              else {
                forget();
                setQuery(next);
              }
            }}
          />
          {hasFields && !read.isFetching ? null : answer ? (
            <PropagationResult answer={answer} />
          ) : read.error && !read.isFetching ? (
            <LoadError
              title={t('propagation:failed')}
              message={read.error.message}
              retryLabel={t('common:retry')}
              onRetry={() => void read.refetch()}
              busy={read.isFetching}
            />
          ) : (
            <Card>
              <Skeleton label={t('propagation:form.running')} rows={5} />
            </Card>
          )}
        </div>
      )}
    </DomainPage>
  );
}
