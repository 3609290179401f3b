import { report as calls } from '../../../lib/contract/cdn/report.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { count, stats } from './figures.ts';
import { ReportChart } from './ReportChart.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { useStatusSeries } from './statusSeries.ts';
import { TopList } from './TopList.tsx';
import { useReport } from './useReport.ts';

const classes = ['c2xx', 'c3xx', 'c4xx', 'c5xx'] as const;

/** Status codes of a domain. */
export default function StatusReport({ domainName }: { domainName: string }) {
  const t = useT();
  const frame = useReport(domainName, calls.status);
  const lines = useStatusSeries(classes);
  return (
    <ReportFrame
      {...frame}
      tab="status"
      csv={({ series }) => [
        ['time', '2xx', '3xx', '4xx', '5xx'],
        ...series.map(({ t: time, c2xx, c3xx, c4xx, c5xx }) => [time, c2xx, c3xx, c4xx, c5xx]),
      ]}
    >
      {(report, filter, onZoom) => (
        <>
          <StatStrip stats={stats(t, report, classes)} />
          <ReportChart title={t('report:chart.status')} report={report} onZoom={onZoom} lines={lines} format={count} kind="bar" stacked />
          <TopList
            title={t('report:top.codes')}
            rows={report.codes.map(({ code, count: requests }) => ({ value: String(code), requests }))}
            total={report.totals.requests}
            onFilter={(value) => filter('status', value)}
          />
        </>
      )}
    </ReportFrame>
  );
}
