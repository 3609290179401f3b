import { useMemo } from 'react';
import { report as calls } from '../../../lib/contract/cdn/report.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { layerName, patternName, valueText } from '../shared/log/values.ts';
import { count, stats } from './figures.ts';
import { ReportChart, type ReportSeries } from './ReportChart.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { TopList } from './TopList.tsx';
import { useReport } from './useReport.ts';

const figures = ['waf', 'blocked', 'challenged'] as const;
const colors = { waf: 7, blocked: 2, challenged: 3 };

/** Attacks that the WAF found, and what the other layers ended. */
export default function WafReport({ domainName }: { domainName: string }) {
  const t = useT();
  const frame = useReport(domainName, calls.waf);
  const lines = useMemo(
    () =>
      figures.map((key): ReportSeries => ({ key, name: t(`report:stat.${key}`), color: colors[key], value: ({ [key]: value }) => value })),
    [t],
  );
  return (
    <ReportFrame
      {...frame}
      tab="waf"
      csv={({ series }) => [
        ['time', ...figures],
        ...series.map(({ t: time, waf, blocked, challenged }) => [time, waf, blocked, challenged]),
      ]}
    >
      {(report, filter, onZoom) => (
        <>
          <StatStrip stats={stats(t, report, figures)} />
          <ReportChart title={t('report:chart.attacks')} report={report} onZoom={onZoom} lines={lines} format={count} kind="line" />
          <div className="grid min-w-0 grid-cols-1 gap-[18px] lg:grid-cols-2">
            <TopList
              title={t('report:top.modules')}
              rows={report.modules.map((row) => ({ ...row, text: patternName(t, row.value) }))}
              total={report.totals.waf}
            />
            <TopList
              title={t('report:top.layers')}
              rows={report.layers.map((row) => ({ ...row, text: layerName(t, row.value) }))}
              total={report.totals.requests}
              onFilter={(value) => filter('layer', value)}
            />
            <TopList
              title={t('report:top.attacked')}
              rows={report.paths}
              total={report.totals.waf}
              onFilter={(value) => filter('path', value)}
            />
            <TopList
              title={t('report:top.ips')}
              rows={report.ips.map((row) => ({
                ...row,
                note: valueText(t, 'country', row.country),
                onNote: row.country === '' ? undefined : () => filter('country', row.country),
              }))}
              total={report.totals.waf}
              onFilter={(value) => filter('ip', value)}
            />
          </div>
        </>
      )}
    </ReportFrame>
  );
}
