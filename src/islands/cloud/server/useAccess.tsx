import { useRead } from '../../../browser/api/query.ts';
import { server as calls, type Server, type ServerAccess } from '../../../lib/contract/cloud/server.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import type { KeyValue } from '../../ui/KeyValueList.tsx';

const SSH = 22;

/** The command that connects to a server; null: no port leads to its SSH. */
export function sshCommand({ address, user, ports }: ServerAccess): string | null {
  const ssh = ports.find(({ serverPort, protocol }) => serverPort === SSH && protocol === 'tcp');
  return ssh ? `ssh -p ${ssh.port} ${user}@${address}` : null;
}

/** How a server is reached whose host forwards ports to it; empty for one with addresses of its own. */
export function useAccess({ id, power }: Server): KeyValue[] {
  const t = useT();
  const isReal = useRead(provider.capabilities, {}).data?.capabilities.compute === 'connected';
  const access = useRead(calls.access, { serverId: id }, { enabled: isReal && power === 'on' }).data?.access;
  if (!access) return [];
  const command = sshCommand(access);
  const others = access.ports.filter(({ serverPort }) => serverPort !== SSH);
  return [
    ...(command
      ? [
          {
            key: 'ssh',
            label: t('server:fact.ssh'),
            value: <bdi className="mono break-all">{command}</bdi>,
            action: (
              <CopyButton
                size="xs"
                value={command}
                label={t('server:action.copyCommand')}
                copiedLabel={t('common:copied')}
                failedLabel={t('common:copyFailed')}
              />
            ),
          },
        ]
      : []),
    ...(others.length > 0
      ? [
          {
            key: 'ports',
            label: t('server:fact.ports'),
            value: (
              <span className="grid justify-items-end gap-1">
                {others.map(({ port, serverPort, protocol }) => (
                  <bdi
                    key={`${protocol} ${port}`}
                    dir="ltr"
                    className="mono whitespace-nowrap"
                  >{`${port} → ${serverPort}/${protocol}`}</bdi>
                ))}
              </span>
            ),
          },
        ]
      : []),
  ];
}
