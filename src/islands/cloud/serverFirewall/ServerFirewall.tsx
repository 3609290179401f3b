import { useRead, useWrite } from '../../../browser/api/query.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { ServerParts } from '../shared/ServerParts.tsx';
import { PortsNote } from '../shared/server/PortsNote.tsx';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { groupHref } from './firewallColumns.tsx';

/** The firewall groups of one server. */
export default function ServerFirewall({ serverId }: { serverId: string }) {
  return (
    <ServerPage serverId={serverId} route="serverFirewall">
      {(server) => (
        <>
          <PortsNote />
          <Groups server={server} />
        </>
      )}
    </ServerPage>
  );
}

function Groups({ server }: { server: Server }) {
  const t = useT();
  const read = useRead(serverFirewall.list, {});
  const attach = useWrite(serverFirewall.attach);
  const detach = useWrite(serverFirewall.detach);
  const serverIds = [server.id];
  const isUsed = ({ servers }: { servers: readonly { id: string }[] }) => servers.some(({ id }) => id === server.id);
  const groups = read.data?.groups;
  return (
    <ServerParts
      server={server}
      read={read}
      items={groups?.filter(isUsed).map(({ id, title, rules }) => ({
        id,
        name: title,
        note: <span className="text-caption text-text-2">{t('serverFirewall:rulesCount', counted(rules.length, currentLocale()))}</span>,
      }))}
      candidates={groups?.filter((group) => !isUsed(group)).map(({ id, title }) => ({ id, name: title })) ?? []}
      hrefOf={groupHref}
      all={{ href: href('serverFirewalls'), label: t('serverFirewall:toList') }}
      busy={attach.isPending || detach.isPending}
      onAttach={(groupId) => attach.mutate({ groupId, serverIds })}
      onDetach={({ id }) => detach.mutate({ groupId: id, serverIds })}
      text={{
        title: t('serverFirewall:title'),
        lead: t('serverFirewall:order'),
        loadFailed: t('serverFirewall:loadFailed'),
        none: t('serverFirewall:serverNone'),
        attach: t('serverFirewall:serverAttach'),
        choose: t('serverFirewall:chooseGroup'),
        noCandidates: t('serverFirewall:noGroups'),
        detach: (name) => t('serverFirewall:leave', { title: name }),
      }}
    />
  );
}
