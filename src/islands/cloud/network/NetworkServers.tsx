import { useRead, useWrite } from '../../../browser/api/query.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { ServerLinks } from '../shared/ServerLinks.tsx';
import { Address } from './Address.tsx';
import { confirmDetach } from './confirmDetach.ts';

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
      servers={found.servers.map(({ serverId, name, ip }) => ({ id: serverId, name, ip, note: <Address>{ip}</Address> }))}
      candidates={servers.filter(({ id, dataCenter }) => dataCenter.id === found.datacenterId && !inside.has(id))}
      busy={attach.isPending || detach.isPending}
      onAttach={(serverId) => attach.mutate({ networkId, serverId })}
      onDetach={({ id, name, ip }) =>
        confirmDetach({ server: name, network: found.name, ip }, () => detach.mutateAsync({ networkId, serverId: id }))
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
