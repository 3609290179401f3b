import { ArrowRight, FileUp, ListChecks } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useDomainByName } from '../../../browser/api/domain.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted, formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { isZoneArchive, zoneFileTypes } from '../../../lib/rules/cdn/zone/fileNames.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useZoneImport } from './useZoneImport.ts';

/** The button that had the focus is gone, and the result stands above it. */
const focusResult = (element: HTMLElement | null): void => element?.focus();

/** Loaded with the first parsed file. */
const ZonePreview = lazy(() => import('./ZonePreview.tsx').then((part) => ({ default: part.ZonePreview })));
const ZoneArchive = lazy(() => import('./ZoneArchive.tsx'));
const LeftOut = lazy(() => import('./ZonePreview.tsx').then((part) => ({ default: part.LeftOut })));

interface ZoneImportProps {
  domainName: string;
  /** In the wizard: the next step. */
  next?: string;
}

/** Imports a zone file: the provider parses it and shows the effect; then it is stored whole, or without the refused lines. */
export default function ZoneImport({ domainName, next }: ZoneImportProps) {
  const { domain } = useDomainByName(domainName);
  return domain ? <Import domainId={domain.id} domainName={domain.name} next={next} /> : null;
}

function Import({ domainId, domainName, next }: { domainId: string; domainName: string; next: string | undefined }) {
  const t = useT();
  const locale = currentLocale();
  // A new domain is added for the CDN; one that is in use keeps what it has.
  const zone = useZoneImport(domainId, next !== undefined);
  const { file, choices, problem, preview, isStale, done, reading, progress, importing, choose, change, readAs, store } = zone;
  const archive = file !== null && isZoneArchive(file.name);
  const refused = preview?.imported.refused ?? 0;
  const stored = preview ? preview.imported.created + preview.imported.updated : 0;
  const isUnchanged = preview !== null && stored + preview.imported.deleted === 0;
  const isUnread = preview?.imported.isWhole === false;
  const isUnequal = choices.conflict === 'equal' && refused > 0;
  const reason = isUnread
    ? t('zone:import.refusedReason')
    : isUnequal
      ? t('zone:error.equalRefused')
      : isUnchanged
        ? t('zone:import.nothingReason')
        : undefined;
  const isPartial = refused > 0 && reason === undefined;
  const counts = ({ created, updated, deleted }: NonNullable<typeof preview>['imported']) => ({
    created: formatNumber(created, locale),
    updated: formatNumber(updated, locale),
    deleted: formatNumber(deleted, locale),
  });
  const summary = done
    ? t('zone:import.doneText', counts(done.imported))
    : preview
      ? refused > 0
        ? t('zone:preview.refusedCount', counted(refused, locale))
        : t('zone:preview.ready', counts(preview.imported))
      : '';
  return (
    <Card title={t('zone:import.title')} line>
      <p role="status" className="sr-only">
        {summary}
      </p>
      {done ? (
        <div ref={focusResult} tabIndex={-1} className="grid scroll-mt-20 justify-items-start gap-4 outline-none">
          <Banner tone="success" className="w-full">
            <b>{t('zone:import.doneTitle')}</b> {summary}
          </Banner>
          {done.imported.refused > 0 && (
            <Suspense fallback={<Skeleton label={t('common:loading')} rows={3} />}>
              <LeftOut answer={done} />
            </Suspense>
          )}
          <div className="flex flex-wrap gap-2">
            {next ? (
              <LinkButton kind="primary" trailing={ArrowRight} href={next}>
                {t('common:next')}
              </LinkButton>
            ) : (
              <LinkButton kind="primary" icon={ListChecks} href={href('dns', { domain: domainName })}>
                {t('zone:import.openRecords')}
              </LinkButton>
            )}
            <Button onClick={() => choose(null)}>{t('zone:import.another')}</Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-5">
          <FileDrop
            title={t('zone:import.drop')}
            hint={t('zone:import.dropHint')}
            accept={zoneFileTypes}
            multiple={false}
            disabled={importing}
            onAdd={([chosen]) => chosen && choose(chosen)}
            onRemove={() => choose(null)}
            removeLabel={(name) => t('zone:import.removeFile', { name })}
            files={
              file
                ? [
                    {
                      id: 'file',
                      name: file.name,
                      size: formatBytes(file.size, locale),
                      error: problem ?? undefined,
                      ...(!problem && !archive && (reading || importing) && { progress: progress ?? 0 }),
                      ...(preview && !reading && !importing && { done: t('zone:import.read') }),
                    },
                  ]
                : []
            }
          />
          <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <Field label={t('zone:import.conflict')} group className="md:col-span-2">
              <RadioCards
                value={choices.conflict}
                onChange={(conflict) => change({ conflict })}
                min={220}
                cards={[
                  { value: 'skip', label: t('zone:import.skip'), description: t('zone:import.skipText') },
                  { value: 'replace', label: t('zone:import.replace'), description: t('zone:import.replaceText') },
                  { value: 'equal', label: t('zone:import.equal'), description: t('zone:import.equalText') },
                ]}
              />
            </Field>
            <div className="md:col-span-2">
              <Checkbox
                label={t('zone:import.proxy')}
                help={t('zone:import.proxyHelp')}
                checked={choices.proxy}
                disabled={importing}
                onChange={(event) => change({ proxy: event.target.checked })}
              />
            </div>
          </div>
          {isStale && (
            <Banner tone="warning" live>
              {t('zone:error.changed')}
            </Banner>
          )}
          {preview && !problem && (
            <Suspense fallback={<Skeleton label={t('common:loading')} rows={6} />}>
              <ZonePreview answer={preview} busy={reading} onRead={readAs} />
            </Suspense>
          )}
          {file && archive && !problem && (
            <Suspense fallback={<Skeleton label={t('common:loading')} rows={6} />}>
              <ZoneArchive file={file} choices={choices} onCancel={() => choose(null)} />
            </Suspense>
          )}
          {file && !archive && !problem && (
            <div className="flex flex-wrap justify-end gap-2">
              <Button kind="ghost" onClick={() => choose(null)} disabled={importing}>
                {t('common:cancel')}
              </Button>
              <Button
                kind="primary"
                icon={FileUp}
                busy={importing || (reading && preview === null)}
                busyLabel={importing ? t('zone:import.importing') : t('zone:import.reading')}
                disabled={reason !== undefined}
                reason={reason}
                onClick={() => void store(isPartial)}
              >
                {isPartial ? t('zone:import.others', counted(stored, locale)) : t('zone:import.action')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
