import { Archive, Download } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import { callUrl } from '../../../browser/api/url.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type DataExport, dataExport } from '../../../lib/contract/account/dataExport.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SettingCard, SettingRow } from '../../ui/SettingRow.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { confirmed } from '../shared/confirmed.tsx';

const kinds = { waiting: 'progress', ready: 'ok', failed: 'failed' } as const;

/** Starts exports of the account's data and lists those that can be downloaded. */
export function ExportCard({ exports }: { exports: readonly DataExport[] }) {
  const t = useT();
  const locale = currentLocale();
  const create = useWrite(dataExport.create, { notices: 'form' });
  const isRunning = exports.some(({ status }) => status === 'waiting');
  const confirmExport = () =>
    openDialog({
      kind: 'confirm',
      title: t('dataExport:card'),
      description: t('dataExport:text'),
      action: t('dataExport:start'),
      run: () => confirmed(() => create.mutateAsync({})),
    });
  const noteOf = ({ status, size, expiresAt }: DataExport) =>
    status === 'ready'
      ? t('dataExport:ready', { size: formatBytes(size ?? 0, locale), date: formatDate(expiresAt ?? '', locale) })
      : t(status === 'waiting' ? 'dataExport:waiting' : 'dataExport:failedShort');
  return (
    <SettingCard
      title={t('dataExport:card')}
      actions={
        <Button
          changes="own"
          size="sm"
          icon={Archive}
          busy={create.isPending}
          disabled={isRunning}
          reason={isRunning ? t('dataExport:error.running') : undefined}
          onClick={confirmExport}
        >
          {t('dataExport:start')}
        </Button>
      }
    >
      <p className="px-[18px] pt-4 text-ui text-text-2">{t('dataExport:text')}</p>
      {exports.length === 0 && <p className="px-[18px] py-4 text-ui text-text-3">{t('dataExport:none')}</p>}
      {exports.map((one) => {
        const date = formatDate(one.createdAt, locale);
        return (
          <SettingRow
            key={one.id}
            icon={Archive}
            title={t('dataExport:item', { date })}
            badge={<StatusBadge kind={kinds[one.status]}>{t(`dataExport:status.${one.status}`)}</StatusBadge>}
            description={noteOf(one)}
            control={
              one.status === 'ready' && (
                <LinkButton
                  size="sm"
                  icon={Download}
                  href={callUrl(dataExport.download, { exportId: one.id })}
                  download
                  aria-label={t('dataExport:downloadNamed', { date })}
                >
                  {t('dataExport:download')}
                </LinkButton>
              )
            }
          />
        );
      })}
    </SettingCard>
  );
}
