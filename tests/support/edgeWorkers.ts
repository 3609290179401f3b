import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { type EdgeProcess, type GetOptions, type Got, until } from './edge.ts';

/** The processes of an edge that serve visitors. */
export const workerPids = ({ pid }: EdgeProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** The socket at the other end of a connection over IPv4 on this machine, as the links of `/proc/PID/fd` name it. */
function peerSocket({ localPort = 0, remotePort = 0 }: net.Socket): string | undefined {
  const end = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  const row = rows.find(([, own = '', peer = '']) => own.endsWith(end(remotePort)) && peer.endsWith(end(localPort)));
  return row?.[9] === '0' ? undefined : `socket:[${row?.[9]}]`;
}

const opens = (pid: number, socket: string): boolean =>
  readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`) === socket;
    } catch {
      return false; // closed meanwhile
    }
  });

/** A visitor whose connection one worker accepts: the others are stopped until it has. */
export async function visitorAt(edge: EdgeProcess, pid: number) {
  const others = workerPids(edge).filter((one) => one !== pid);
  for (const other of others) process.kill(other, 'SIGSTOP');
  const socket = net.connect(Number(new URL(edge.addresses.http).port), '127.0.0.1');
  socket.on('error', () => {});
  try {
    await until(() => {
      const peer = socket.readyState === 'open' ? peerSocket(socket) : undefined;
      return peer !== undefined && opens(pid, peer);
    });
  } finally {
    for (const other of others) process.kill(other, 'SIGCONT');
  }
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => socket;
  return {
    pid,
    get: (path: string, { host = 'example.com', method = 'GET', headers = {} }: GetOptions = {}): Promise<Got> =>
      new Promise((done, fail) => {
        const request = http.request(edge.addresses.http, { path, method, headers: { host, ...headers }, agent }, async (response) => {
          const bytes = Buffer.concat(await response.toArray());
          done({ status: response.statusCode ?? 0, headers: response.headers, body: bytes.toString(), bytes });
        });
        request.on('error', fail);
        request.end();
      }),
    end: () => socket.destroy(),
  };
}
