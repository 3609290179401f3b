import { Component, lazy, type ReactNode, Suspense } from 'react';
import { report as calls, type ReportCountry } from '../../../lib/contract/cdn/report.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { claimMark, useHas } from '../shared/engines.ts';
import { valueText } from '../shared/log/values.ts';
import { bytes, count, stats } from './figures.ts';
import { ReportFrame } from './ReportFrame.tsx';
import { TopList } from './TopList.tsx';
import { useReport } from './useReport.ts';

const WorldMap = lazy(() => import('./WorldMap.tsx'));
const figures = ['visitors', 'requests', 'bytes'] as const;

/** Visitors by country, on the map and as a list. */
export default function Visitors({ domainName }: { domainName: string }) {
  const t = useT();
  const frame = useReport(domainName, calls.visitors);
  const name = (code: string) => valueText(t, 'country', code);
  return (
    <ReportFrame
      {...frame}
      tab="visitors"
      csv={({ countries }) => [
        ['country', 'visitors', 'requests', 'bytes'],
        ...countries.map((row) => [row.country, row.visitors, row.requests, row.bytes]),
      ]}
    >
      {(report, filter) => (
        <>
          <StatStrip stats={stats(t, report, figures)} />
          <Countries countries={report.countries} onPick={(code) => filter('country', code)} />
          <div className="grid min-w-0 grid-cols-1 gap-[18px] lg:grid-cols-2">
            <TopList
              title={t('report:top.countries')}
              rows={report.countries.map(({ country, visitors, ...row }) => ({
                value: country,
                text: name(country),
                requests: visitors,
                note: bytes(row.bytes),
              }))}
              total={report.totals.visitors}
              onFilter={(value) => value !== '' && filter('country', value)}
            />
            <TopList
              title={t('report:top.ips')}
              rows={report.ips.map((row) => ({
                ...row,
                note: name(row.country),
                onNote: row.country === '' ? undefined : () => filter('country', row.country),
              }))}
              total={report.totals.requests}
              onFilter={(value) => filter('ip', value)}
            />
          </div>
        </>
      )}
    </ReportFrame>
  );
}

interface CountriesProps {
  countries: readonly ReportCountry[];
  /** A country of the map, by its code. */
  onPick: (code: string) => void;
}

/** The map; without a database of countries, what is missing. */
function Countries({ countries, onPick }: CountriesProps) {
  const t = useT();
  const isKnown = useHas('geo');
  const hasSome = countries.some(({ country }) => country !== '');
  return (
    <>
      {isKnown === false && (
        <div {...claimMark('geo', isKnown)}>
          <Banner tone="info">{t('rules:noPlaces')}</Banner>
        </div>
      )}
      {(isKnown !== false || hasSome) && <CountryMap countries={countries} onPick={onPick} />}
    </>
  );
}

function CountryMap({ countries, onPick }: CountriesProps) {
  const t = useT();
  const formatCountry = (code: string, visitors: number) => `${valueText(t, 'country', code)}: ${count(visitors)}`;
  const [first] = countries.filter(({ country }) => country !== '');
  const summary = first
    ? t('report:map.summary', { country: valueText(t, 'country', first.country), visitors: count(first.visitors) })
    : '';
  return (
    <Card title={t('report:map.label')} sub={summary}>
      <WithoutMap text={t('report:map.failed')}>
        <Suspense fallback={<Skeleton label={t('common:loading')} rows={8} />}>
          <WorldMap
            visitors={new Map(countries.map(({ country, visitors }) => [country, visitors]))}
            label={`${t('report:map.label')}. ${summary}`}
            formatCountry={formatCountry}
            onPick={onPick}
          />
        </Suspense>
      </WithoutMap>
    </Card>
  );
}

/** Without the map's script, for example offline, the list below has the figures. */
class WithoutMap extends Component<{ text: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <p className="text-text-3">{this.props.text}</p> : this.props.children;
  }
}
