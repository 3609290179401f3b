import { useRead, useWrite } from '../../../browser/api/query.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { ServerParts } from '../shared/ServerParts.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { Address } from './Address.tsx';
import { confirmDetach } from './confirmDetach.ts';

/** The private networks of one server, with its address in each. */
export default function ServerNetworks({ serverId }: { serverId: string }) {
  return (
    <ServerPage serverId={serverId} route="serverNetworks">
      {(server) => <Networks server={server} />}
    </ServerPage>
  );
}

function Networks({ server }: { server: Server }) {
  const t = useT();
  const read = useRead(network.list, {});
  const attach = useWrite(network.attach);
  const detach = useWrite(network.detach);
  const serverId = server.id;
  const networks = read.data?.networks.map((one) => ({ ...one, ip: one.servers.find((member) => member.serverId === serverId)?.ip }));
  return (
    <ServerParts
      server={server}
      read={read}
      items={networks?.flatMap(({ id, name, cidr, ip }) =>
        ip === undefined ? [] : [{ id, name, ip, note: <Note cidr={cidr} ip={ip} /> }],
      )}
      candidates={networks?.filter(({ ip, datacenterId }) => ip === undefined && datacenterId === server.dataCenter.id) ?? []}
      hrefOf={({ name }) => `${href('networks')}?q=${encodeURIComponent(name)}`}
      all={{ href: href('networks'), label: t('network:toList') }}
      busy={attach.isPending || detach.isPending}
      onAttach={(networkId) => attach.mutate({ networkId, serverId })}
      onDetach={({ id, name, ip }) =>
        confirmDetach({ server: server.name, network: name, ip }, () => detach.mutateAsync({ networkId: id, serverId }))
      }
      text={{
        title: t('network:title'),
        lead: t('network:serverLead'),
        loadFailed: t('network:loadFailed'),
        none: t('network:serverNone'),
        attach: t('network:serverAttach'),
        choose: t('network:chooseNetwork'),
        noCandidates: t('network:noNetworks', { center: server.dataCenter.name }),
        detach: (name) => t('network:leave', { name }),
      }}
    />
  );
}

const Note = ({ cidr, ip }: { cidr: string; ip: string }) => (
  <span className="flex flex-wrap items-baseline justify-end gap-x-4">
    <span className="max-sm:hidden">
      <Address>{cidr}</Address>
    </span>
    <Address>{ip}</Address>
  </span>
);
