import { useRead, useWrite } from '../../../lib/api/query.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { openDialog } from '../../../lib/stores/dialogs.ts';
import { ServerLinks } from '../shared/ServerLinks.tsx';

/** The servers of a network, in a dialog: reloaded, because it stays open while they change. */
export function NetworkServers({ networkId }: { networkId: string }) {
  const t = useT();
  const found = useRead(network.list, {}).data?.networks.find(({ id }) => id === networkId);
  const servers = useRead(server.list, {}).data?.servers ?? [];
  const attach = useWrite(network.attach);
  const detach = useWrite(network.detach);
  if (!found) return null;
  const inside = new Set(found.servers.map(({ serverId }) => serverId));
  return (
    <ServerLinks
      servers={found.servers.map(({ serverId, name, ip }) => ({ id: serverId, name, note: ip }))}
      candidates={servers.filter(({ id, dataCenter }) => dataCenter.id === found.datacenterId && !inside.has(id))}
      busy={attach.isPending || detach.isPending}
      onAttach={(serverId) => attach.mutate({ networkId, serverId })}
      onDetach={({ id, name, note = '' }) =>
        openDialog({
          kind: 'confirm',
          title: t('network:detachQuestion', { name, network: found.name }),
          description: t('network:detachText', { ip: note }),
          action: t('network:detachAction'),
          run: () => detach.mutateAsync({ networkId, serverId: id }),
        })
      }
      text={{
        none: t('network:none'),
        attach: t('network:attach'),
        choose: t('network:chooseServer'),
        noCandidates: t('network:noCandidates', { center: found.dataCenter }),
        detach: (name) => t('network:detach', { name }),
      }}
    />
  );
}
