import { Download, History as HistoryIcon, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { describeChange } from '../../../lib/changes.ts';
import { version as calls, type Version } from '../../../lib/contract/cdn/version.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChangeRows } from '../../ui/ChangeList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { Preview, type Step } from './Preview.tsx';

/** Loaded when it opens. */
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));

/** Downloads the configuration. A failure is reported in a snackbar. */
async function download(domainId: string): Promise<void> {
  const answer = await send(calls.export, { domainId }).catch(() => null);
  if (answer) saveFile(answer.fileName, `${JSON.stringify(answer.configuration, null, 2)}\n`, 'application/json');
}

/** The stored states of a domain: undo one change, or restore the domain as it was. */
export default function History({ domainName }: { domainName: string }) {
  const t = useT();
  const locale = currentLocale();
  const [cursor, setCursor] = useState<string>();
  const [step, setStep] = useState<Step | null>(null);
  const [isImporting, setImporting] = useState(false);
  const { domain, reading } = useDomainRead(domainName, calls.list, (domainId) => ({ domainId, ...(cursor && { cursor }) }));
  return (
    <DomainPage
      title={t('version:title')}
      description={reading.state === 'data' ? t('version:lead', { days: formatNumber(reading.data.days, locale) }) : undefined}
      docs={{ href: guidePath('history', locale), label: t('common:help') }}
      actions={
        domain && (
          <>
            <Button icon={Upload} onClick={() => setImporting(true)}>
              {t('version:file.importAction')}
            </Button>
            <Button icon={Download} onClick={() => void download(domain.id)}>
              {t('version:file.export')}
            </Button>
          </>
        )
      }
      icon={HistoryIcon}
      domainName={domainName}
      isUnknown={domain === null}
      reading={reading}
      failed={t('version:loadFailed')}
      rows={8}
    >
      {({ versions, nextCursor }) => (
        <>
          {domain && isImporting && (
            <Suspense>
              <ImportDialog domainId={domain.id} onClose={() => setImporting(false)} />
            </Suspense>
          )}
          {versions.length > 0 ? (
            <>
              <p className="mb-3 text-caption text-text-3">{t('version:excluded')}</p>
              <Card flush>
                <ol aria-label={t('version:title')} className="divide-y divide-border">
                  {versions.map((one) => (
                    <VersionRow key={one.id} version={one} onStep={(kind) => setStep({ kind, version: one })} />
                  ))}
                </ol>
              </Card>
              {(cursor || nextCursor !== null) && (
                <nav className="mt-3 flex justify-end gap-2" aria-label={t('version:pages')}>
                  {cursor && <Button onClick={() => setCursor(undefined)}>{t('log:newest')}</Button>}
                  {nextCursor !== null && <Button onClick={() => setCursor(nextCursor)}>{t('log:older')}</Button>}
                </nav>
              )}
              {domain && step && <Preview domainId={domain.id} step={step} onClose={() => setStep(null)} />}
            </>
          ) : (
            <EmptyState icon={HistoryIcon} title={t('version:empty')} description={t('version:emptyText')} />
          )}
        </>
      )}
    </DomainPage>
  );
}

function VersionRow({ version, onStep }: { version: Version; onStep: (kind: Step['kind']) => void }) {
  const t = useT();
  const locale = currentLocale();
  const { time, current, first, logs, total } = version;
  const when = formatDateTime(time, locale);
  const more = total - logs.length;
  return (
    <li aria-label={when} className="py-2">
      <div className="flex flex-wrap items-center gap-2 px-[18px] py-1.5">
        <time dateTime={time} className="text-ui font-semibold">
          {when}
        </time>
        {current && <Badge>{t('version:current')}</Badge>}
        {first && <Badge>{t('version:first')}</Badge>}
        <span className="ms-auto flex gap-2">
          {!first && (
            <Button changes size="sm" onClick={() => onStep('undo')}>
              {t('version:undo')}
            </Button>
          )}
          {!current && (
            <Button changes size="sm" onClick={() => onStep('restore')}>
              {t('version:restore')}
            </Button>
          )}
        </span>
      </div>
      {logs.length > 0 ? (
        <ChangeRows label={when} items={logs.map((one) => describeChange(t, locale, one, one.domain?.id, true))} />
      ) : (
        <p className="px-[18px] pb-2 text-caption text-text-3">{t('version:none')}</p>
      )}
      {more > 0 && <p className="px-[18px] pb-2 text-caption text-text-3">{t('version:more', counted(more, locale))}</p>}
    </li>
  );
}
