import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Choices } from './useZoneImport.ts';

type Zones = Output<typeof zone.importArchive>['zones'];

interface ZoneArchiveProps {
  file: File;
  choices: Pick<Choices, 'proxy' | 'conflict'>;
  onCancel: () => void;
}

/** The files of an archive, each with its domain and what would happen, and their import at once. */
export default function ZoneArchive({ file, choices: { proxy, conflict }, onCancel }: ZoneArchiveProps) {
  const t = useT();
  const locale = currentLocale();
  const [leaveOut, setLeaveOut] = useState(false);
  const [zones, setZones] = useState<Zones | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useWrite(zone.importArchive, { notices: 'form' });
  const isDone = zones?.some(({ status }) => status === 'imported') ?? false;

  useEffect(() => {
    const control = new AbortController();
    setZones(null);
    setProblem(null);
    send(zone.importArchive, { proxy, conflict, leaveOut, dryRun: true }, { file, notices: 'none', signal: control.signal }).then(
      (answer) => !control.signal.aborted && setZones(answer.zones),
      (error) => !control.signal.aborted && setProblem(archiveErrorReason(error)),
    );
    return () => control.abort();
  }, [file, proxy, conflict, leaveOut]);

  const store = async () => {
    try {
      const answer = await upload.mutateAsync({ proxy, conflict, leaveOut, reading: 'meant', dryRun: false, $send: { file } });
      setZones(answer.zones);
    } catch (error) {
      setProblem(archiveErrorReason(error));
    }
  };
  const ready = zones?.filter(({ status }) => status === 'ready').length ?? 0;
  const doubted = zones?.reduce((sum, one) => sum + one.doubted, 0) ?? 0;
  if (problem)
    return (
      <Banner tone="danger" live>
        {problem}
      </Banner>
    );
  if (!zones) return <Skeleton label={t('common:loading')} rows={6} />;
  return (
    <div className="grid gap-4">
      {doubted > 0 && !isDone && <Banner tone="warning">{t('zone:archive.doubts', counted(doubted, locale))}</Banner>}
      <Scroller label={t('zone:archive.title')} className="max-h-[420px] rounded-md ring-1 ring-border">
        <ul aria-label={t('zone:archive.title')}>
          {zones.map((one) => (
            <ArchivedZone key={one.file} zone={one} />
          ))}
        </ul>
      </Scroller>
      {!isDone && (
        <>
          <Checkbox
            label={t('zone:archive.leaveOut')}
            checked={leaveOut}
            disabled={upload.isPending}
            onChange={(event) => setLeaveOut(event.target.checked)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button kind="ghost" onClick={onCancel} disabled={upload.isPending}>
              {t('common:cancel')}
            </Button>
            <Button
              kind="primary"
              icon={FileUp}
              busy={upload.isPending}
              busyLabel={t('zone:import.importing')}
              disabled={ready === 0}
              reason={ready === 0 ? t('zone:error.archiveNothing') : undefined}
              onClick={() => void store()}
            >
              {t('zone:archive.action', counted(ready, locale))}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const archiveErrorReason = (error: unknown): string => {
  if (!(error instanceof ApiError)) throw error;
  return error.fields.file ?? error.message;
};

function ArchivedZone({ zone: one }: { zone: Zones[number] }) {
  const t = useT();
  const number = (value: number) => formatNumber(value, currentLocale());
  const { file, zone: name, status, message, created, updated, deleted, refused, warned } = one;
  const counts = {
    created: number(created),
    updated: number(updated),
    deleted: number(deleted),
    refused: number(refused),
    warned: number(warned),
  };
  return (
    <li className="grid gap-0.5 border-b border-border px-4 py-2 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <DomainText className="font-medium text-text">{name || file}</DomainText>
        <DomainText mono className="min-w-0 truncate text-caption text-text-3">
          {file}
        </DomainText>
        {status === 'imported' && <span className="text-caption text-success">{t('zone:archive.imported')}</span>}
      </span>
      {(status === 'ready' || status === 'imported' || refused > 0) && (
        <span className="text-help text-text-2">{t('zone:archive.counts', counts)}</span>
      )}
      {message && (
        <span className="flex flex-wrap items-center gap-3 text-help text-danger">
          {message}
          {status === 'unknown' && name && (
            <LinkButton kind="ghost" size="sm" changes="orders" href={href('domainAdd')}>
              {t('zone:archive.add')}
            </LinkButton>
          )}
        </span>
      )}
    </li>
  );
}
