import { useT } from '../../../lib/i18n/react.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { BackupList } from './BackupList.tsx';

/** The backups of one server and its volumes. */
export default function ServerBackups({ serverId }: { serverId: string }) {
  const t = useT();
  return (
    <ServerPage serverId={serverId} route="serverBackups">
      {(server) => (
        <BackupList
          of={server}
          head={(actions) => (
            <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
              <p className="text-ui text-text-2">{t('backup:serverLead')}</p>
              <span className="flex flex-wrap gap-2.5">{actions}</span>
            </div>
          )}
        />
      )}
    </ServerPage>
  );
}
