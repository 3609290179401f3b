import type { ReactNode } from 'react';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { VolumeList } from './VolumeList.tsx';

interface ServerVolumesProps {
  serverId: string;
  /** The other storage of the server, below its volumes. */
  below?: (server: Server) => ReactNode;
}

/** The volumes of one server. */
export default function ServerVolumes({ serverId, below }: ServerVolumesProps) {
  const t = useT();
  return (
    <ServerPage serverId={serverId} route="serverVolumes">
      {(server) => (
        <>
          <VolumeList
            of={server}
            head={(add) => (
              <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
                <p className="text-ui text-text-2">{t('volume:serverLead')}</p>
                {add}
              </div>
            )}
          />
          {below?.(server)}
        </>
      )}
    </ServerPage>
  );
}
