import { ChartLine, Download, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../lib/api/saveFile.ts';
import type { Report } from '../../../lib/contract/cdn/report.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guideOf, href } from '../../../lib/routes/index.ts';
import { type ReportWindow, reportWindows } from '../../../lib/rules/cdn/report/range.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { isFiltered } from '../shared/log/address.ts';
import { FilterChips } from '../shared/log/FilterChips.tsx';
import type { LogFilterName, ReportAddress } from '../shared/log/types.ts';
import type { Reading } from '../shared/useDomainRead.ts';
import { CustomRange } from './CustomRange.tsx';
import { type ReportTab, reportTabs } from './reportTabs.ts';

export type Filter = (field: LogFilterName, value: string) => void;
/** Shows this period only; epoch ms, `to` is exclusive. */
type Zoom = (from: number, to: number) => void;
type Period = Pick<ReportAddress, 'from' | 'to'>;
const noPeriod: Period = { from: '', to: '' };

interface ReportFrameProps<R extends Report> {
  domainName: string;
  isUnknown: boolean;
  tab: ReportTab;
  address: ReportAddress;
  onAddress: (change: Partial<ReportAddress>) => void;
  reading: Reading<{ report: R }>;
  /** Rows of the CSV file, with their head. */
  csv: (report: R) => readonly (readonly (string | number)[])[];
  children: (report: R, filter: Filter, onZoom: Zoom) => ReactNode;
}

/** The frame of a report: tabs, window, filters, export, and what to do while there is no request. */
export function ReportFrame<R extends Report>({
  domainName,
  isUnknown,
  tab,
  address,
  onAddress,
  reading,
  csv,
  children,
}: ReportFrameProps<R>) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isCustom = isOpen || address.from !== '';
  /** The period that was shown before the first zoom. */
  const [unzoomed, setUnzoomed] = useState<Period | null>(null);
  const hasFilters = isFiltered(address);
  const report = reading.state === 'data' ? reading.data.report : null;
  const choose = (window: ReportWindow | 'custom') => {
    setOpen(window === 'custom');
    if (window !== 'custom') show({ window, ...noPeriod });
  };
  const show = (period: Partial<ReportAddress>) => {
    setUnzoomed(null);
    onAddress(period);
  };
  const zoom: Zoom = (from, to) => {
    setUnzoomed(unzoomed ?? { from: address.from, to: address.to });
    onAddress({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  };
  return (
    <DomainPage
      title={t('report:title')}
      description={t('report:lead', { domain: domainName })}
      docs={{ href: guideOf('reports', currentLocale()), label: t('common:help') }}
      icon={ChartLine}
      domainName={domainName}
      isUnknown={isUnknown}
      reading={reading}
      failed={t('report:failed')}
      rows={10}
      actions={
        report &&
        report.totals.requests > 0 && (
          <>
            <Button icon={Printer} onClick={() => print()}>
              {t('report:print')}
            </Button>
            <Button icon={Download} onClick={() => saveFile(`${domainName}-${tab}.csv`, toCsv(csv(report)), 'text/csv')}>
              {t('report:csv')}
            </Button>
          </>
        )
      }
      tabs={
        <div className="grid gap-4">
          <Tabs label={t('report:tab.label')} value={tab} tabs={reportTabs(t, domainName)} />
          <div className="max-w-full overflow-x-auto">
            <Segmented<ReportWindow | 'custom'>
              size="sm"
              label={t('report:window.label')}
              value={isCustom ? 'custom' : address.window}
              onChange={choose}
              segments={[...reportWindows, 'custom' as const].map((value) => ({
                value,
                label: t(`report:window.${value}`),
                // Filters need single requests.
                disabled: hasFilters && (value === '1w' || value === '1M'),
              }))}
            />
          </div>
          {isCustom && (
            <CustomRange
              key={`${address.from} ${address.to}`}
              from={address.from}
              to={address.to}
              onApply={show}
              // Without what was shown before, as after a reload, the window remains.
              onReset={address.from === '' ? undefined : () => show(unzoomed ?? noPeriod)}
            />
          )}
          <FilterChips values={address} onChange={onAddress} />
        </div>
      }
    >
      {({ report: shown }) =>
        shown.totals.requests > 0 ? (
          <div className="grid min-w-0 grid-cols-1 gap-[18px]">
            {children(shown, (field, value) => onAddress({ [field]: value }), zoom)}
            {!shown.comparable && <p className="text-caption text-text-3">{t('report:incomparable')}</p>}
          </div>
        ) : shown.previous.requests > 0 || hasFilters || isCustom ? (
          <NoResults title={t('report:none.title')} description={t('report:none.text')} />
        ) : (
          <EmptyState
            icon={ChartLine}
            title={t('report:empty.title')}
            description={t('report:empty.text')}
            action={
              <LinkButton kind="primary" href={href('dns', { domain: domainName })}>
                {t('report:empty.action')}
              </LinkButton>
            }
          />
        )
      }
    </DomainPage>
  );
}
