import { createServer } from 'node:net';
import { bind } from '../support/listen.ts';

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map((server) => bind(server)));
  for (const server of servers) server.close();
  return ports;
}
