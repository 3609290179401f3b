import type { ClusterServer } from '../edge/config.ts';

/** `192.0.2.1:443`: how an edge and its reports name a server. */
export const serverName = ({ address, port }: ClusterServer, cluster: { port: number }): string =>
  `${address.includes(':') ? `[${address}]` : address}:${port ?? cluster.port}`;
