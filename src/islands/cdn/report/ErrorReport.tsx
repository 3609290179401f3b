import { useState } from 'react';
import { report as calls, type ErrorRow } from '../../../lib/contract/cdn/report.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, type RouteName } from '../../../lib/routes/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { NoResults } from '../../ui/EmptyState.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { count, stats } from './figures.ts';
import { ReportChart } from './ReportChart.tsx';
import { type Filter, ReportFrame } from './ReportFrame.tsx';
import { useStatusSeries } from './statusSeries.ts';
import { useReport } from './useReport.ts';

/** The CSV has all of them. */
const FIRST_ROWS = 25;
const classes = ['c4xx', 'c5xx'] as const;
const figures = ['errorRate', ...classes] as const;

/** Errors of a domain, by path, with their likely cause. */
export default function ErrorReport({ domainName }: { domainName: string }) {
  const t = useT();
  const frame = useReport(domainName, calls.errors);
  const lines = useStatusSeries(classes);
  const [isWhole, setWhole] = useState(false);
  return (
    <ReportFrame
      {...frame}
      tab="errors"
      csv={({ rows }) => [
        ['code', 'from', 'host', 'path', 'count', 'last', 'cause'],
        ...rows.map((row) => [row.code, row.side, row.host, row.path, row.count, row.lastAt, row.cause]),
      ]}
    >
      {(report, filter, onZoom) => (
        <>
          <StatStrip stats={stats(t, report, figures)} />
          <ReportChart title={t('report:chart.errors')} report={report} onZoom={onZoom} lines={lines} format={count} kind="bar" stacked />
          <Card title={t('report:errors.title')} flush>
            {report.rows.length === 0 ? (
              <NoResults title={t('report:errors.none')} description={t('report:errors.noneText')} />
            ) : (
              <>
                <ErrorTable rows={isWhole ? report.rows : report.rows.slice(0, FIRST_ROWS)} onFilter={filter} />
                {!isWhole && report.rows.length > FIRST_ROWS && (
                  <div className="px-5 py-3">
                    <Button size="sm" onClick={() => setWhole(true)}>
                      {t('report:errors.all', { n: count(report.rows.length) })}
                    </Button>
                  </div>
                )}
              </>
            )}
          </Card>
        </>
      )}
    </ReportFrame>
  );
}

/** The screen whose guide helps with a cause. */
const guides: Record<ErrorRow['cause'], RouteName> = {
  blocked: 'reports',
  notFoundOrigin: 'pageRules',
  notFoundEdge: 'dns',
  signIn: 'cache',
  forbiddenOrigin: 'clusters',
  tooMany: 'rateLimit',
  originDown: 'clusters',
  originTimeout: 'clusters',
  originFault: 'reports',
  originBusy: 'cache',
  stopped: 'plan',
  client: 'reports',
  edge: 'https',
};

function ErrorTable({ rows, onFilter }: { rows: readonly ErrorRow[]; onFilter: Filter }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Table label={t('report:errors.title')} rows twoLine>
      <Head>
        <HeadCell>{t('report:errors.code')}</HeadCell>
        <HeadCell>{t('report:field.path')}</HeadCell>
        <HeadCell>{t('report:errors.cause')}</HeadCell>
        <HeadCell num>{t('report:errors.count')}</HeadCell>
        <HeadCell>{t('report:errors.last')}</HeadCell>
      </Head>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.code} ${row.side} ${row.layer} ${row.host}${row.path}`}>
            <Cell m="lead">
              <button
                type="button"
                className="min-h-6"
                aria-label={t('report:filter.by', { value: String(row.code) })}
                onClick={() => onFilter('status', String(row.code))}
              >
                <Badge tone={row.code >= 500 ? 'danger' : 'warning'}>{row.code}</Badge>
              </button>{' '}
              <span className="text-caption text-text-3">{t(`report:side.${row.side}`)}</span>
            </Cell>
            <Cell m="title">
              <button
                type="button"
                className="block min-h-6 max-w-[22rem] truncate text-start font-medium text-text hover:text-brand-text"
                aria-label={t('report:filter.by', { value: row.path })}
                title={`${row.host}${row.path}`}
                onClick={() => onFilter('path', row.path)}
              >
                <bdi dir="ltr">{row.path}</bdi>
              </button>
              <button
                type="button"
                className="block min-h-6 max-w-full truncate text-start text-caption text-text-3 hover:text-brand-text"
                aria-label={t('report:filter.by', { value: row.host })}
                onClick={() => onFilter('host', row.host)}
              >
                <bdi dir="ltr">{row.host}</bdi>
              </button>
            </Cell>
            <Cell m="sub">
              <span className="block max-w-prose whitespace-normal text-text-2">
                {t(`report:cause.${row.cause}`)}{' '}
                <a className="link" href={guidePath(guides[row.cause], locale)}>
                  {t('report:errors.guide')}
                </a>
              </span>
            </Cell>
            <Cell num m="end">
              {count(row.count)}
            </Cell>
            <Cell>
              <time dateTime={row.lastAt} title={formatDateTime(row.lastAt, locale)}>
                {formatAge(row.lastAt, locale)}
              </time>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
