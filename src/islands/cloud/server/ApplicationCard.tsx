import { useRead } from '../../../browser/api/query.ts';
import { server as calls, type Server, type ServerAccess } from '../../../lib/contract/cloud/server.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { type Application, type ApplicationPort, findApplication, formatPorts } from '../../../lib/rules/cloud/recipes/applications.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

/** An address of IPv6 in brackets (RFC 3986, section 3.2.2). */
const join = (address: string, port: number): string => `${address.includes(':') ? `[${address}]` : address}:${port}`;

/** Where a port of a server is reached: at a port of its host, or at its own address. Null: nowhere. */
function findEndpoint({ port, protocol }: ApplicationPort, { ip }: Server, access: ServerAccess | null): string | null {
  if (!access) return ip[0] === undefined ? null : join(ip[0], port);
  const forward = access.ports.find((one) => one.serverPort === port && one.protocol === protocol);
  return forward ? join(access.address, forward.port) : null;
}

/** The application that a server was ordered with: where it is reached, and where its passwords are. */
export function ApplicationCard({ server }: { server: Server }) {
  const application = findApplication(server.application);
  const isReal = useRead(provider.capabilities, {}).data?.capabilities.compute === 'connected';
  return isReal && application ? <Installed server={server} application={application} /> : null;
}

function Installed({ server, application: { id, name, ports, file } }: { server: Server; application: Application }) {
  const t = useT();
  return (
    <Card title={t('server:application.title', { name })}>
      <p className="mb-3 text-ui text-text-2">{t(`server:application.${id}`, { file: file ?? '' })}</p>
      <KeyValueList
        items={[
          ...ports.map((port) => ({
            key: String(port.port),
            label: t('server:application.endpoint'),
            value: <Endpoint server={server} port={port} path={id === 'wordpress' ? '/wp-admin/install.php' : null} />,
          })),
          ...(file === null
            ? []
            : [
                {
                  key: 'file',
                  label: t('server:application.file'),
                  value: <bdi className="mono break-all">{file}</bdi>,
                  action: (
                    <CopyButton
                      size="xs"
                      value={`cat ${file}`}
                      label={t('server:action.copyCommand')}
                      copiedLabel={t('common:copied')}
                      failedLabel={t('common:copyFailed')}
                    />
                  ),
                },
              ]),
        ]}
      />
      <p className="mt-3 text-caption text-text-3">{t('server:application.progress')}</p>
    </Card>
  );
}

/** @param path of its page; null: it isn't a website */
function Endpoint({ server, port, path }: { server: Server; port: ApplicationPort; path: string | null }) {
  const t = useT();
  const isOn = server.power === 'on';
  const { data, error } = useRead(calls.access, { serverId: server.id }, { enabled: isOn });
  if (!isOn) return t('server:application.off');
  if (!data) return error?.message ?? t('common:loading');
  const endpoint = findEndpoint(port, server, data.access);
  if (endpoint && path)
    return (
      <a className="link break-all" href={`http://${endpoint}${path}`} target="_blank" rel="noreferrer">
        <bdi>{`http://${endpoint}${path}`}</bdi>
      </a>
    );
  if (endpoint) return <bdi className="mono break-all">{endpoint}</bdi>;
  if (!data.access) return t('server:fact.noIp');
  return (
    <a className="link" href={href('serverFirewall', { id: server.id })}>
      {t('server:application.closed', { port: formatPorts([port]) })}
    </a>
  );
}
