import { useMay } from '../../../browser/access.ts';
import { ServerSpaces } from '../../../islands/cloud/space/ServerSpaces.tsx';
import ServerVolumes from '../../../islands/cloud/volume/ServerVolumes.tsx';

/** The volumes and the spaces of a server: features can't import each other. */
export default function Storage({ serverId }: { serverId: string }) {
  const hasSpaces = useMay()('spaces');
  return <ServerVolumes serverId={serverId} below={(server) => hasSpaces && <ServerSpaces server={server} />} />;
}
