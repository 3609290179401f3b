import { CircleAlert, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import type { Today } from './Desk.tsx';

/** Background jobs whose last run failed. */
export function FailedJobs({ jobs: { total, items } }: { jobs: Today['jobs'] }) {
  const t = useT();
  return (
    <Failures title={t('operatorDesk:failedJobs')} total={total}>
      {items.map(({ id, kind, error, attempts, nextAt }) => (
        <Failure key={id} name={kind} text={error} attempts={attempts} nextAt={nextAt} />
      ))}
    </Failures>
  );
}

/** Saved settings that aren't deployed to an engine. */
export function Faults({ faults: { total, items } }: { faults: Today['faults'] }) {
  const t = useT();
  return (
    <Failures title={t('operatorDesk:faults')} total={total}>
      {items.map(({ id, kind, name, reason, attempts, nextAt }) => (
        <Failure key={id} name={`${kind} ${name}`} text={reason ?? t('operatorDesk:noReason')} attempts={attempts} nextAt={nextAt} />
      ))}
    </Failures>
  );
}

/** What the compute process reports, in English. */
export function ComputeProblems({ problems: { total, items } }: { problems: NonNullable<Today['compute']>['problems'] }) {
  const t = useT();
  return (
    <Card flush line title={t('operatorDesk:compute.problems')} sub={t('operatorDesk:compute.count', counted(total, currentLocale()))}>
      <ul className="divide-y divide-border">
        {items.map((problem) => (
          <li key={problem} className="flex items-start gap-2 px-5 py-3.5 text-ui text-text-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none text-warning" />
            <bdi dir="ltr" lang="en" className="min-w-0 break-words">
              {problem}
            </bdi>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Damaged files and processes that restart in a loop. */
export function Warnings({ warnings }: { warnings: Today['warnings'] }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Card flush line title={t('operatorDesk:warnings')}>
      <ul className="divide-y divide-border">
        {warnings.map(({ kind, name, path, host, count, at }) => (
          <li key={`${kind} ${path}`} className="grid gap-1 px-5 py-3.5">
            <p className="flex min-w-0 items-center gap-2 text-ui font-semibold text-text">
              <TriangleAlert aria-hidden className="size-4 flex-none text-warning" />
              <bdi dir="ltr" className="min-w-0 truncate">
                {host === null ? name : `${host} ${name}`}
              </bdi>
            </p>
            <p className="text-ui text-text-2">{t(`operatorDesk:warning.${kind}`, { n: formatNumber(count ?? 0, locale) })}</p>
            <p className="text-caption break-all text-text-3">
              <bdi dir="ltr">{path}</bdi>
              {' · '}
              <time dateTime={at} title={formatDateTime(at, locale)}>
                {formatAge(at, locale)}
              </time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Failures({ title, total, children }: { title: string; total: number; children: ReactNode }) {
  const t = useT();
  return (
    <Card flush line title={title} sub={t('operatorDesk:failures', counted(total, currentLocale()))}>
      <ul className="divide-y divide-border">{children}</ul>
    </Card>
  );
}

interface FailureProps {
  /** A technical name, left to right. */
  name: string;
  text: string;
  attempts: number;
  /** Null: it isn’t retried. */
  nextAt: string | null;
}

function Failure({ name, text, attempts, nextAt }: FailureProps) {
  const t = useT();
  const locale = currentLocale();
  const Sign = nextAt === null ? CircleAlert : RotateCw;
  return (
    <li className="grid gap-1 px-5 py-3.5">
      <p className="flex min-w-0 items-center gap-2 text-ui font-semibold text-text">
        <Sign aria-hidden className="size-4 flex-none text-danger" />
        <bdi dir="ltr" className="min-w-0 truncate">
          {name}
        </bdi>
      </p>
      <p className="text-ui break-words text-text-2" dir="auto">
        {text}
      </p>
      <p className="text-caption text-text-3">
        {t('operatorDesk:attempts', counted(attempts, locale))}
        {' · '}
        {nextAt === null ? (
          t('operatorDesk:notAgain')
        ) : (
          <time dateTime={nextAt} title={formatDateTime(nextAt, locale)}>
            {t('operatorDesk:again', { time: formatAge(nextAt, locale) })}
          </time>
        )}
      </p>
    </li>
  );
}
