import { Check, CircleHelp, RotateCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { stale, useRead, useWrite } from '../../../browser/api/query.ts';
import { domain as calls, type Domain } from '../../../lib/contract/cdn/domain.ts';
import type { NsStatus } from '../../../lib/contract/cdn/domainSetup.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { isWaiting } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import type { Icon } from '../../ui/icon.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CheckTimes } from '../shared/CheckTimes.tsx';

/** Polling interval while a change is in progress. */
const POLL_MS = 16_000;

/**
 * The observed name servers of a domain, refreshed while it waits for them and the tab is visible. When the status of the domain changes,
 * all data that depends on it is read again.
 */
function useNsStatus(domain: Domain) {
  const read = useRead(calls.nsStatus, { domainId: domain.id }, { pollMs: isWaiting(domain) ? POLL_MS : undefined });
  const now = read.data?.nsStatus.status;
  useEffect(() => {
    if (now && now !== domain.status) stale(calls.verify);
  }, [domain, now]);
  return read;
}

/** "What we expect, what we see": checks automatically, and immediately on request. */
export function NsWatch({ domain }: { domain: Domain }) {
  const t = useT();
  const read = useNsStatus(domain);
  const verify = useWrite(calls.verify, { notices: 'none' });
  const status = read.data?.nsStatus;
  const check = () =>
    verify.mutate(
      { domainId: domain.id },
      // A refused check has a result too: the page shows it.
      { onError: () => stale(calls.verify) },
    );
  return (
    <Card
      title={t('setup:watch.title')}
      line
      actions={
        <Button changes size="sm" icon={RotateCw} busy={verify.isPending} busyLabel={t('setup:watch.checking')} onClick={check}>
          {t('setup:watch.checkNow')}
        </Button>
      }
    >
      {status ? (
        <NsResult status={status} refusal={verify.error && verify.error.status !== 409 ? verify.error.message : null} />
      ) : read.error ? (
        <LoadError
          title={t('setup:watch.failed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={3} />
      )}
    </Card>
  );
}

function NsResult({ status, refusal }: { status: NsStatus; refusal: string | null }) {
  const t = useT();
  const { seen: observed, expected, current, source, signed } = status;
  const paused = observed === 'matched' && status.status === 'inactive';
  const there = new Set(current);
  const assigned = new Set(expected);
  const looked = status.checkedAt !== null && observed !== 'undelegated';
  return (
    <div className="grid gap-4">
      <Banner tone={observed === 'matched' ? 'success' : observed === 'unchecked' ? 'info' : 'warning'} live>
        {t(paused ? 'setup:watch.paused' : `setup:watch.${observed}`)}
      </Banner>
      {signed && observed !== 'undelegated' && <Banner tone="danger">{t('setup:watch.signed')}</Banner>}
      {refusal && (
        <Banner tone="danger" live>
          {refusal}
        </Banner>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Column
          title={t('setup:watch.expected')}
          hosts={expected.map((host) => ({
            host,
            mark: !looked || current.length === 0 ? 'open' : there.has(host) ? 'good' : 'bad',
            text: there.has(host) ? t('setup:watch.there') : looked && current.length > 0 ? t('setup:watch.missing') : null,
          }))}
        />
        <Column
          title={t('setup:watch.current')}
          none={status.checkedAt === null ? t('setup:watch.notYet') : t('setup:watch.nothing')}
          hosts={current.map((host) => ({
            host,
            mark: assigned.has(host) ? 'good' : 'bad',
            text: assigned.has(host) ? t('setup:watch.ours') : t('setup:watch.other'),
          }))}
        />
      </div>
      {source === 'resolver' && <p className="text-help text-text-2">{t('setup:watch.byResolver')}</p>}
      <CheckTimes
        checkedAt={status.checkedAt}
        nextCheckAt={status.nextCheckAt}
        checked={(age) => t('setup:watch.checked', { age })}
        next={(time) => t('setup:watch.next', { time })}
        soon={t('setup:watch.nextSoon')}
      />
    </div>
  );
}

const marks: Record<'good' | 'bad' | 'open', { icon: Icon; className: string }> = {
  good: { icon: Check, className: 'text-success' },
  bad: { icon: X, className: 'text-warning' },
  open: { icon: CircleHelp, className: 'text-text-3' },
};

interface ColumnProps {
  title: string;
  hosts: readonly { host: string; mark: keyof typeof marks; text: string | null }[];
  /** Shown if there are none. */
  none?: string;
}

function Column({ title, hosts, none }: ColumnProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 text-caption font-medium text-text-2">{title}</h3>
      {hosts.length === 0 && <p className="text-text-3">{none}</p>}
      <ul className="grid gap-2">
        {hosts.map(({ host, mark, text }) => {
          const { icon: Sign, className } = marks[mark];
          return (
            <li key={host} className="flex min-w-0 items-start gap-2">
              <Sign aria-hidden className={`mt-1 size-4 flex-none ${className}`} />
              <span className="min-w-0">
                <DomainText mono className="block break-all">
                  {host}
                </DomainText>
                {text && <span className="block text-help text-text-3">{text}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
