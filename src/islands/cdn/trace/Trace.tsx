import { Route } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../browser/address.ts';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { queryClient, useRead } from '../../../browser/api/query.ts';
import { trace } from '../../../lib/contract/cdn/trace.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { nothing, traceInput } from './request.ts';
import { TraceForm } from './TraceForm.tsx';
import { formatHeadline, TraceResult } from './TraceResult.tsx';

/** The path of what was traced; a URL that is none has been refused before. */
const tracePath = (url: string, domain: string): string => URL.parse(url, `https://${domain}`)?.pathname ?? '/';
const forget = () => queryClient.removeQueries({ queryKey: [trace.run.id[0]] });

/** The effect of a domain's rules on a request, deployed and saved. The address reproduces the request. */
export default function Trace({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, error, isPending, refetch } = useDomainByName(domainName);
  // Never cached: any setting of the domain may affect the result.
  useState(forget);
  const [query, setQuery] = useAddress(nothing);
  const input = traceInput(query);
  const request = typeof input === 'number' ? { url: query.url } : input;
  const options = { enabled: Boolean(domain) && query.url !== '' && typeof input !== 'number' };
  const domainId = domain?.id ?? '';
  const deployed = useRead(trace.run, { domainId, ...request, source: 'deployed' }, options);
  const draft = useRead(trace.run, { domainId, ...request, source: 'draft' }, options);
  const failed = deployed.error ?? draft.error;
  const isRunning = deployed.isFetching || draft.isFetching;
  const again = () => void Promise.all([deployed.refetch(), draft.refetch()]);
  const answer = isRunning ? undefined : deployed.data && draft.data && { deployed: deployed.data.trace, draft: draft.data.trace };
  /** On small screens the result is below the form; scrolls to it when it was requested here. */
  const answered = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (!answer || !wanted.current) return;
    wanted.current = false;
    const top = answered.current?.getBoundingClientRect().top ?? 0;
    if (top > innerHeight / 2) answered.current?.scrollIntoView({ block: 'start' });
  });
  const hasFields = failed !== null && Object.keys(failed.fields).length > 0;
  return (
    <DomainPage
      title={t('trace:title')}
      description={t('trace:lead')}
      docs={{ href: guidePath('trace', currentLocale()), label: t('common:help') }}
      icon={Route}
      domainName={domainName}
      isUnknown={domain === null}
      reading={
        domain
          ? { state: 'data', data: domain }
          : error
            ? { state: 'error', error: error.message, retry: () => void refetch(), busy: isPending }
            : { state: 'loading' }
      }
      failed={t('trace:failed')}
    >
      {(match) => (
        <div className="grid items-start gap-[18px] lg:grid-cols-[332px_minmax(0,1fr)]">
          <TraceForm
            domain={match.name}
            query={query}
            fields={failed?.fields ?? {}}
            busy={isRunning}
            onQuery={(next) => {
              wanted.current = true;
              forget();
              setQuery(next);
              // Submitting the same request again traces it again.
              if (JSON.stringify(next) === JSON.stringify(query)) again();
            }}
          />
          <p role="status" className="sr-only">
            {answer && `${t('trace:deployed')}: ${formatHeadline(t, currentLocale(), answer.deployed)}`}
          </p>
          {query.url === '' || typeof input === 'number' || hasFields ? (
            <EmptyState icon={Route} title={t('trace:empty.title')} description={t('trace:empty.text')} />
          ) : failed ? (
            <LoadError title={t('trace:failed')} message={failed.message} retryLabel={t('common:retry')} onRetry={again} busy={isRunning} />
          ) : answer ? (
            <div ref={answered} className="min-w-0 scroll-mt-20">
              <TraceResult domain={match.name} path={tracePath(query.url, match.name)} {...answer} />
            </div>
          ) : (
            <Card>
              <Skeleton label={t('trace:form.running')} rows={11} />
            </Card>
          )}
        </div>
      )}
    </DomainPage>
  );
}
