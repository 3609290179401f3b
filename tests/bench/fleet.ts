import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { portalFlags } from '../../scripts/lib/run.mjs';
import { cache } from '../../src/lib/contract/cdn/cache.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { operatorEdge } from '../../src/lib/contract/cdn/operatorEdge.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { Client } from '../support/client.ts';
import { makeOperator } from '../support/operator.ts';
import { type RunningServer, startPortal } from '../support/server.ts';
import type { FleetNews, FleetOrder } from './fleetEdges.ts';
import { cpuTime } from './generator.ts';
import { rss } from './load.ts';
import { kb, mb, median, report } from './report.ts';

const EDGES = 500;
/** Processes that they live in. */
const PROCESSES = 2;
const { domainId } = demo;

async function until(what: () => Promise<boolean>, ms: number): Promise<void> {
  for (const end = Date.now() + ms; !(await what()); await setTimeout(100))
    if (Date.now() > end) throw new Error(`not within ${ms / 1000} s: ${what}`);
}

/** What all processes answer to an order. */
async function command(children: readonly ChildProcess[], order: FleetOrder, answer: FleetNews['kind']): Promise<FleetNews[]> {
  const answers = children.map(
    (child) =>
      new Promise<FleetNews>((done) => {
        const listen = (news: FleetNews) => {
          if (news.kind !== answer) return;
          child.off('message', listen);
          done(news);
        };
        child.on('message', listen);
      }),
  );
  for (const child of children) child.send(order);
  return Promise.all(answers);
}

interface Spent {
  /** Seconds on processors, of the portal. */
  cpu: number;
  /** From edges to the portal, and back. */
  up: number;
  down: number;
}

async function spentSoFar(portal: RunningServer, children: readonly ChildProcess[]): Promise<Spent> {
  const counts = await command(children, { kind: 'bytes' }, 'bytes');
  const sum = (of: 'sent' | 'received') => counts.reduce((total, one) => total + (one[of] ?? 0), 0);
  return { cpu: cpuTime(portal.pid) / 1000, up: sum('sent'), down: sum('received') };
}

/** What a minute costs. */
async function measure(portal: RunningServer, children: readonly ChildProcess[], seconds: number): Promise<Spent> {
  const before = await spentSoFar(portal, children);
  await setTimeout(seconds * 1000);
  const after = await spentSoFar(portal, children);
  const perMinute = (of: keyof Spent) => ((after[of] - before[of]) * 60) / seconds;
  return { cpu: perMinute('cpu'), up: perMinute('up'), down: perMinute('down') };
}

const inWords = ({ cpu, up, down }: Spent): string => `${cpu.toFixed(1)} s of CPU, ${mb(up)} from edges, ${mb(down)} to them`;

/** A fleet that joins one portal with SQLite: what its control channel costs at rest and with visitors, and how fast a change is everywhere. */
export async function benchFleet(quick: boolean): Promise<void> {
  const seconds = quick ? 15 : 60;
  const rounds = quick ? 2 : 5;
  // Its policies would be synced to one disk, where each edge has its own.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nasim-fleet-'));
  await using portal = await startPortal({
    nodeArgs: portalFlags,
    env: { DEMO: 'on', EDGE_DRIVER: 'node', EDGE_LOCAL: 'off', DNS_DRIVER: 'node', DNS_PORT: '0' },
  });
  const children: ChildProcess[] = [];
  try {
    const client = new Client(portal.url);
    await client.signIn();
    await makeOperator(portal.dataDir, demo.email);
    const tokens: string[] = [];
    for (let i = 0; i < EDGES; i++) {
      const form = { name: `Edge ${i + 1}`, placeId: null, addresses: [`198.18.${i >> 8}.${i & 255}`] };
      const { command: started } = await client.ok(operatorEdge.add, form);
      tokens.push(/EDGE_TOKEN=(\S+)/.exec(started)?.[1] ?? '');
    }
    const idle = rss(portal.pid);
    const joinedFrom = performance.now();
    const share = Math.ceil(EDGES / PROCESSES);
    await Promise.all(
      Array.from({ length: PROCESSES }, async (_, i) => {
        const child = fork('tests/bench/fleetEdges.ts', [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
        child.setMaxListeners(0);
        children.push(child);
        const order: FleetOrder = { kind: 'start', url: `${portal.url}/api`, folder, tokens: tokens.slice(i * share, (i + 1) * share) };
        await command([child], order, 'started');
      }),
    );
    await until(async () => (await client.ok(operatorEdge.list, {})).edges.every(({ inDns }) => inDns), 300_000);
    report(`${EDGES} edges: joined and in DNS`, '', `${((performance.now() - joinedFrom) / 1000).toFixed(1)} s`);
    const live = async () => (await client.ok(domain.get, { domainId })).domain.edge;
    const isEverywhere = async () => {
      const edge = await live();
      return edge?.status === 'deployed' && edge.confirmed === EDGES;
    };
    await until(isEverywhere, 300_000);

    await setTimeout(5_000);
    const rest = await measure(portal, children, seconds);
    report(`${EDGES} edges: a minute at rest`, '', inWords(rest), undefined, `${kb((rest.up + rest.down) / EDGES)} for each edge`);

    const applied: number[] = [];
    const confirmed: number[] = [];
    const work: Spent[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await spentSoFar(portal, children);
      const served = Promise.all(
        children.map(async (child) => {
          for (;;) {
            const [news] = (await once(child, 'message')) as [FleetNews]; // as fleetEdges.ts sends it
            if (news.kind === 'applied' && news.domainId === domainId) return performance.now();
          }
        }),
      );
      const at = performance.now();
      await client.ok(cache.developmentMode, { domainId, enabled: round % 2 === 0 });
      applied.push((Math.max(...(await served)) - at) / 1000);
      await until(isEverywhere, 300_000);
      confirmed.push((performance.now() - at) / 1000);
      const after = await spentSoFar(portal, children);
      work.push({ cpu: after.cpu - before.cpu, up: after.up - before.up, down: after.down - before.down });
    }
    const inSeconds = (values: readonly number[]) => `${median(values).toFixed(1)} s (at most ${Math.max(...values).toFixed(1)} s)`;
    report(`${EDGES} edges: a change is served by all`, '', inSeconds(applied));
    const middle = (of: keyof Spent) => median(work.map((one) => one[of]));
    report(
      `${EDGES} edges: a change is confirmed by all`,
      '',
      inSeconds(confirmed),
      undefined,
      inWords({ cpu: middle('cpu'), up: middle('up'), down: middle('down') }),
    );

    for (const child of children) child.send({ kind: 'visit', domainId } satisfies FleetOrder);
    await setTimeout(5_000);
    const visited = await measure(portal, children, seconds);
    const late = (await command(children, { kind: 'bytes' }, 'bytes')).reduce((sum, { waiting = 0 }) => sum + waiting, 0);
    for (const child of children) child.send({ kind: 'visit' } satisfies FleetOrder);
    report(
      `${EDGES} edges: a minute with a request a second at each`,
      '',
      inWords(visited),
      undefined,
      `${late} requests not delivered at its end`,
    );
    report(`${EDGES} edges: memory of the portal`, '', `${mb(rss(portal.pid))}, ${mb(idle)} before`);
    await command(children, { kind: 'stop' }, 'stopped');
  } finally {
    for (const child of children) if (child.connected) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
