import { useRead } from '../../../browser/api/query.ts';
import { type Server, server as servers } from '../../../lib/contract/cloud/server.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { useT } from '../../../lib/i18n/react.tsx';

/** A backup source: the disk of a server, or a volume. */
export interface Source {
  kind: 'server' | 'volume';
  id: string;
  name: string;
  /** GB. */
  size: number;
  label: string;
}
export const sourceTarget = ({ kind, id }: Pick<Source, 'kind' | 'id'>) => (kind === 'server' ? { serverId: id } : { volumeId: id });

/** The servers and volumes of the account, or of one server; undefined until they are known. */
export function useSources(of?: Server): readonly Source[] | undefined {
  const t = useT();
  const all = useRead(servers.list, {}, { enabled: !of }).data?.servers;
  const volumes = useRead(volume.list, of ? { serverId: of.id } : {}).data?.volumes;
  const listed = of ? [of] : all;
  if (!listed || !volumes) return undefined;
  return [
    ...listed.map(({ id, name, disk }) => ({ kind: 'server' as const, id, name, size: disk.size, label: t('backup:disk', { name }) })),
    ...volumes.map(({ id, name, size }) => ({ kind: 'volume' as const, id, name, size, label: t('backup:volume', { name }) })),
  ];
}
