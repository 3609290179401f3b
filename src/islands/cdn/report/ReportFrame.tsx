import { ChartLine, Download, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { writeAddress } from '../../../browser/address.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import type { Report } from '../../../lib/contract/cdn/report.ts';
import { toCsv } from '../../../lib/format/csv.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { hasRequests } from '../../../lib/rules/cdn/report/range.ts';
import { firstWindows, otherWindows, type Window } from '../../../lib/rules/core/windows.ts';
import { iso } from '../../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { WindowPicker } from '../../ui/WindowPicker.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { isFiltered, wholeAddress } from '../shared/log/address.ts';
import { FilterChips } from '../shared/log/FilterChips.tsx';
import type { LogFilterName, ReportAddress } from '../shared/log/types.ts';
import { type ReportTab, reportTabs } from '../shared/tabs/reportTabs.ts';
import type { Reading } from '../shared/useDomainRead.ts';
import { CustomRange } from './CustomRange.tsx';

export type Filter = (field: LogFilterName, value: string) => void;
/** Shows this period only; epoch ms, `to` is exclusive. */
type Zoom = (from: number, to: number) => void;
type Period = Pick<ReportAddress, 'from' | 'to'>;
/** Filters need single requests, which these don't have. */
const longWindows: readonly Window[] = ['1w', '1M'];
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
  const choose = (window: Window | 'custom') => {
    setOpen(window === 'custom');
    if (window !== 'custom') show({ window, ...noPeriod });
  };
  const show = (period: Partial<ReportAddress>) => {
    setUnzoomed(null);
    onAddress(period);
  };
  const zoom: Zoom = (from, to) => {
    setUnzoomed(unzoomed ?? { from: address.from, to: address.to });
    onAddress({ from: iso(from), to: iso(to) });
  };
  const filter: Filter = (field, value) => {
    const hasNone =
      address.from === '' ? longWindows.includes(address.window) : !hasRequests({ from: Date.parse(address.from) }, Date.now());
    onAddress({ [field]: value, ...(hasNone && { window: wholeAddress.window, ...noPeriod }) });
  };
  return (
    <DomainPage
      title={t('report:title')}
      description={t('report:lead', { domain: domainName })}
      docs={{ href: guidePath('reports', currentLocale()), label: t('common:help') }}
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
          <Tabs label={t('report:tab.label')} value={tab} tabs={reportTabs(t, domainName, writeAddress('', address, wholeAddress))} />
          <WindowPicker<Window | 'custom'>
            label={t('report:window.label')}
            value={isCustom ? 'custom' : address.window}
            onChange={choose}
            first={firstWindows}
            rest={[...otherWindows, 'custom']}
            name={(value) => t(`report:window.${value}`)}
            more={t('common:more')}
            closeLabel={t('common:close')}
            disabled={hasFilters ? longWindows : undefined}
          />
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
            {children(shown, filter, zoom)}
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
