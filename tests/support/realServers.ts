import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Input } from '../../src/lib/contract/call.ts';
import { type Server, server } from '../../src/lib/contract/cloud/server.ts';
import { serverConsole } from '../../src/lib/contract/cloud/serverConsole.ts';
import type { serverOrder } from '../../src/lib/contract/cloud/serverOrder.ts';
import { isBusy } from '../../src/lib/rules/cloud/server/states.ts';
import { connectedDriver } from '../../src/provider/drivers/compute/connected.ts';
import { Client } from './client.ts';
import { type RunningServer, startPortal } from './server.ts';

/* A portal that runs its servers with QEMU on this machine, or in a cloud. */

/** Boots are slow without hardware virtualization, and slower beside other work. */
export const SETTLE_MS = 900_000;

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** SIGKILL, if it runs; resolves when it is gone. */
export async function killProcess(pid: number | null): Promise<void> {
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await wait(10);
}

interface Process {
  pid: number;
  args: string[];
}
function listProcesses(): Process[] {
  const read = (pid: string): Process[] => {
    try {
      return [{ pid: Number(pid), args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }];
    } catch {
      return [];
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(read);
}

const parentOf = (pid: number): number => {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
};

export async function startServersPortal(fillCatalog: (images: string) => void, more: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'nasim-'));
  const folder = join(dataDir, 'compute');
  const engine = more.COMPUTE_DRIVER === 'openstack' ? 'openstack' : 'qemu';
  fillCatalog(join(folder, 'images'));
  const env = {
    DEMO: 'on',
    COMPUTE_DRIVER: engine,
    COMPUTE_ACCEL: 'auto',
    COMPUTE_PORTS: '25000-25999',
    COMPUTE_CPUS: '64',
    COMPUTE_RAM: '64',
    COMPUTE_DISK: '2000',
    ...more,
  };
  let portal: RunningServer = await startPortal({ env, dataDir });
  const { port, url } = portal;
  const client = new Client(url);
  await client.signIn();
  /** Until then, orders of it are refused. */
  const offersSystem = async () => {
    const began = Date.now();
    while (!(await client.ok(server.osList, {})).some(({ type, version }) => type === 'debian' && version === '12')) await wait(100);
    console.log(`the system is offered after ${Date.now() - began} ms`);
  };
  await offersSystem();
  const driver = connectedDriver({ dataDir, engine });
  const machines = () => listProcesses().filter(({ args }) => /qemu/.test(args[0] ?? '') && args.some((arg) => arg.includes(folder)));
  const machinePid = (id: string): number | null => machines().find(({ args }) => args.includes(`guest=${id}`))?.pid ?? null;
  const computePid = (): number | null =>
    listProcesses().find(({ pid, args }) => args.some((arg) => arg.endsWith('compute/main.ts')) && parentOf(pid) === portal.pid)?.pid ??
    null;
  onTestFinished(async () => {
    await portal.kill9();
    // It ends with the portal; machines don't.
    for (const { pid } of machines()) await killProcess(pid);
    rmSync(dataDir, { recursive: true, force: true });
  });

  return {
    dataDir,
    folder,
    client,
    driver,
    /** All processes of QEMU and of its tools that have a file of this portal open. */
    machines,
    machinePid,
    computePid,
    killPortal: () => portal.kill9(),
    stopPortal: () => portal.stop(),
    async startPortal() {
      portal = await startPortal({ env, dataDir, port });
      await offersSystem();
    },
    output: () => portal.output(),
  };
}
export type ServersPortal = Awaited<ReturnType<typeof startServersPortal>>;

/** Waits until no action of a server is in progress. @throws with the problem when one failed */
export async function idleServer(client: Client, serverId: string, timeoutMs = SETTLE_MS): Promise<Server> {
  for (const until = Date.now() + timeoutMs; ; await wait(500)) {
    const { server: found } = await client.ok(server.get, { serverId });
    if (found.state === 'failed') throw new Error(`${found.name} failed: ${found.problem?.message}`);
    if (!isBusy(found.state)) return found;
    if (Date.now() > until) throw new Error(`${found.name} is still ${found.state}: ${JSON.stringify(found.problem)}`);
  }
}

/** A small server of the installed system. */
export const smallOrder = (name: string, more: Partial<Input<typeof serverOrder.create>> = {}): Input<typeof serverOrder.create> => ({
  isCustom: true,
  cpu: 1,
  ram: 1,
  disk: { value: 10, type: 'ssd' },
  os: { id: 98, type: 'debian', version: '12' },
  nameServer: name,
  firewall: { groups: [] },
  ...more,
});

export interface SerialConsole {
  /** Waits for output since the last input. @returns the first group of the pattern */
  expect(pattern: RegExp, timeoutMs?: number): Promise<string>;
  type(text: string): void;
  /** Runs a command in a shell that is open. @returns its output */
  run(command: string, timeoutMs?: number): Promise<string>;
  close(): void;
}

/** The serial console of a server, through the WebSocket of the portal. */
export async function openSerial(client: Client, serverId: string): Promise<SerialConsole> {
  const { console: ticket } = await client.ok(serverConsole.open, { serverId, kind: 'serial' });
  const socket = new WebSocket(`${client.url.replace('http', 'ws')}/api${ticket.url}`, { origin: client.url });
  let output = '';
  let end = '';
  socket.on('message', (data: Buffer) => {
    output += stripVTControlCharacters(data.toString());
  });
  socket.on('close', (code) => {
    end = `closed with ${code}`;
  });
  socket.on('error', () => {});
  socket.once('open', () => socket.send(ticket.token));
  const expectOutput: SerialConsole['expect'] = async (pattern, timeoutMs = SETTLE_MS) => {
    for (const until = Date.now() + timeoutMs; !pattern.test(output); await wait(50))
      if (Date.now() > until || end !== '')
        throw new Error(`no ${pattern} on the console, ${end || 'which is open'}: …${output.slice(-500)}`);
    return pattern.exec(output)?.[1]?.trim() ?? '';
  };
  // Input that is sent before the latest output is ignored.
  await expectOutput(/\S/);
  const type = (text: string) => {
    output = '';
    socket.send(JSON.stringify({ data: text }));
  };
  return {
    expect: expectOutput,
    type,
    run(command, timeoutMs = 120_000) {
      const mark = Math.random().toString(36).slice(2);
      // The quotes distinguish the command from its echo.
      type(`echo be''gin-${mark}; ${command}; echo e''nd-${mark}\n`);
      // Not in a message about a command whose beginning was lost.
      return expectOutput(new RegExp(`begin-${mark}\\r?\\n([\\s\\S]*)end-${mark}`), timeoutMs);
    },
    close: () => socket.close(),
  };
}
