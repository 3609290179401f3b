import { useT } from '../../../lib/i18n/react.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { SnapshotList } from './SnapshotList.tsx';

/** Snapshots of one server. */
export default function ServerSnapshots({ serverId }: { serverId: string }) {
  const t = useT();
  return (
    <ServerPage serverId={serverId} route="serverSnapshots">
      {(server) => (
        <SnapshotList
          of={server}
          reason={disabledReason(server, 'snapshot')}
          head={(createButton) => (
            <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
              <p className="text-ui text-text-2">{t('snapshot:lead')}</p>
              {createButton}
            </div>
          )}
        />
      )}
    </ServerPage>
  );
}
