import type { Server } from '../../../../lib/contract/cloud/server.ts';
import { formatAge } from '../../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { href } from '../../../../lib/routes/index.ts';
import { backupAge } from '../../../../lib/rules/cloud/backup.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';

/** The age of the last backup of a server's disk, with a warning if there is none or it is too old. */
export function BackupCard({ server: { id, backups } }: { server: Server }) {
  const t = useT();
  const { lastAt, every } = backups;
  const age = backupAge(lastAt === null ? null : Date.parse(lastAt), every, Date.now());
  const time = lastAt === null ? '' : formatAge(lastAt, currentLocale());
  return (
    <Card
      title={t('backup:age.title')}
      actions={
        <a className="link text-caption" href={href('serverBackups', { id })}>
          {t('backup:age.open')}
        </a>
      }
    >
      {age === 'fresh' ? (
        <p className="text-ui">{t('backup:age.fresh', { time })}</p>
      ) : (
        <Banner tone="warning">
          <b className="block font-semibold">{t(`backup:age.${age}`)}</b>
          {age === 'none' ? t('backup:age.noneText') : t('backup:age.oldText', { time })}
        </Banner>
      )}
      <p className="mt-2 text-caption text-text-3">{t(`backup:age.schedule.${every ?? 'none'}`)}</p>
    </Card>
  );
}
