import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { navigate } from '../../../browser/navigate.ts';
import { whenLoggedOut } from '../../../browser/stores/session.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatAge } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { DiscoveredTable, rowKey } from './DiscoveredTable.tsx';
import { importRecords } from './importRecords.ts';
import type { ScanAnswer } from './Scan.tsx';
import { StopAdding } from './SetupStep.tsx';

interface ScanReviewProps {
  domain: Domain;
  scan: ScanAnswer;
  rescan: ReactNode;
  /** Why the last repeated scan failed. */
  problem: string | null;
}

interface Selection {
  off: ReadonlySet<string>;
  proxy: ReadonlyMap<string, boolean>;
}
/** The customer's selection, by scan: it stays when they leave and come back. */
let selections: ReadonlyMap<string, Selection> = new Map();
whenLoggedOut(() => {
  selections = new Map();
});
const all: Selection = { off: new Set(), proxy: new Map() };

/** The records of a scan: which ones to import, and which ones to proxy. */
export function ScanReview({ domain, scan, rescan, problem }: ScanReviewProps) {
  const t = useT();
  const locale = currentLocale();
  const scanKey = `${domain.id} ${scan.scannedAt}`;
  // By scan, so that a repeated one needs no new component: the focus stays on its button.
  const [choices, setChoices] = useState(selections);
  const choice = choices.get(scanKey) ?? all;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = (part: Partial<Selection>) => {
    selections = new Map(selections).set(scanKey, { ...choice, ...part });
    setChoices(selections);
  };
  const fresh = scan.records.filter(({ state }) => state === 'new');
  const isChosen = (key: string) => !choice.off.has(key);
  const chosen = fresh.filter((record) => isChosen(rowKey(record)));
  const next = href('setupServers', { domain: domain.name });

  const store = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const records = chosen.map((record) => ({ ...record, proxy: choice.proxy.get(rowKey(record)) ?? record.proxy }));
      const count = await importRecords(domain, records);
      notify({ type: 'success', title: t('setup:records.imported', counted(count, locale)) });
      navigate.to(next);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message);
      setBusy(false);
    }
  };
  return (
    <Card
      className="shadow-2"
      title={t('setup:records.found', counted(scan.records.length, locale))}
      actions={rescan}
      line
      flush
      footer={
        <>
          <StopAdding domain={domain} />
          {chosen.length > 0 && (
            <LinkButton kind="ghost" href={next}>
              {t('setup:records.without')}
            </LinkButton>
          )}
          {chosen.length > 0 ? (
            <Button kind="primary" trailing={ArrowRight} busy={busy} busyLabel={t('setup:records.importing')} onClick={() => void store()}>
              {t('setup:records.importOn', counted(chosen.length, locale))}
            </Button>
          ) : (
            <LinkButton kind="primary" className="ms-auto" trailing={ArrowRight} href={next}>
              {t('setup:continue')}
            </LinkButton>
          )}
        </>
      }
    >
      <div className="grid gap-3 px-[18px] py-3.5">
        <p className="text-help text-text-2">
          {t(scan.source === 'resolver' ? 'setup:records.byResolver' : 'setup:records.byServers', {
            age: formatAge(scan.scannedAt, locale),
          })}{' '}
          <DomainText mono>{scan.nameServers.join(', ')}</DomainText>
        </p>
        {(problem ?? refusal) && (
          <Banner tone="danger" live>
            {refusal ?? problem}
          </Banner>
        )}
        {!scan.complete && <Banner tone="warning">{t('setup:records.partial')}</Banner>}
        {scan.wildcard && <Banner tone="info">{t('setup:records.wildcard')}</Banner>}
      </div>
      <DiscoveredTable
        records={scan.records}
        isChosen={isChosen}
        proxyOf={(record) => choice.proxy.get(rowKey(record)) ?? record.proxy}
        onChoose={(keys, on) => {
          const off = new Set(choice.off);
          for (const key of keys) on ? off.delete(key) : off.add(key);
          change({ off });
        }}
        onProxy={(key, on) => change({ proxy: new Map(choice.proxy).set(key, on) })}
      />
      {scan.left.length > 0 && (
        <details className="border-t border-border">
          <summary className="px-[18px] py-3 font-medium text-text">{t('setup:records.left', counted(scan.left.length, locale))}</summary>
          <ul className="grid gap-2 px-[18px] pb-3.5">
            {scan.left.map(({ name, type, content, message }) => (
              <li key={`${name} ${type} ${content}`} className="grid gap-0.5">
                <DomainText mono className="truncate text-text">{`${name} ${type} ${content}`}</DomainText>
                <span className="text-help">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="border-t border-border px-[18px] py-3 text-help text-text-2">
        <span role="status">
          {t('setup:records.chosen', { chosen: formatNumber(chosen.length, locale), total: formatNumber(fresh.length, locale) })}
        </span>
        {'. '}
        {t('setup:records.hidden')}
      </p>
    </Card>
  );
}
