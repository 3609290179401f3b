import { useMemo } from 'react';
import { report as calls } from '../../../lib/contract/cdn/report.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { bytes, count, stats } from './figures.ts';
import { ReportChart, type ReportSeries } from './ReportChart.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { TopList } from './TopList.tsx';
import { useReport } from './useReport.ts';

const figures = ['bytes', 'requests', 'hitRate', 'time', 'visitors'] as const;

/** Requests, traffic and cache of a domain. */
export default function Traffic({ domainName }: { domainName: string }) {
  const t = useT();
  const frame = useReport(domainName, calls.traffic);
  const [size, number] = useMemo((): [ReportSeries[], ReportSeries[]] => {
    const cached = { key: 'cached', name: t('report:chart.cached'), color: 1 };
    const origin = { key: 'origin', name: t('report:chart.origin'), color: 2 };
    return [
      [
        { ...cached, value: ({ cachedBytes }) => cachedBytes },
        { ...origin, value: (point) => point.bytes - point.cachedBytes },
      ],
      [
        { ...cached, value: ({ cachedRequests }) => cachedRequests },
        { ...origin, value: (point) => point.requests - point.cachedRequests },
      ],
    ];
  }, [t]);
  return (
    <ReportFrame
      {...frame}
      tab="traffic"
      csv={({ series }) => [
        ['time', 'requests', 'bytes', 'cachedRequests', 'cachedBytes', 'originBytes'],
        ...series.map((point) => [point.t, point.requests, point.bytes, point.cachedRequests, point.cachedBytes, point.originBytes]),
      ]}
    >
      {(report, filter, onZoom) => (
        <>
          <StatStrip stats={stats(t, report, figures)} />
          <ReportChart title={t('report:chart.bytes')} report={report} onZoom={onZoom} lines={size} format={bytes} />
          <ReportChart title={t('report:chart.requests')} report={report} onZoom={onZoom} lines={number} format={count} />
          <div className="grid min-w-0 grid-cols-1 gap-[18px] lg:grid-cols-2">
            <TopList
              title={t('report:top.paths')}
              rows={report.paths}
              total={report.totals.requests}
              onFilter={(value) => filter('path', value)}
            />
            <div className="grid min-w-0 grid-cols-1 content-start gap-[18px]">
              <TopList
                title={t('report:top.referers')}
                rows={report.referers}
                total={report.totals.requests}
                onFilter={(value) => filter('referer', value)}
              />
              <TopList
                title={t('report:top.userAgents')}
                rows={report.userAgents}
                total={report.totals.requests}
                onFilter={(value) => filter('userAgent', value)}
              />
            </div>
          </div>
        </>
      )}
    </ReportFrame>
  );
}
