import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { computeVariables } from '../src/compute/env.ts';
import { readEnv } from '../src/config/env.ts';
import { edgeVariables } from '../src/edge/base/env.ts';

const folder = 'docs/operations/systemd';
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const work = mkdtempSync(join(tmpdir(), 'units-'));
afterAll(() => rmSync(work, { recursive: true }));

/** Exposure of at most 2.0 of 10, by the measure of systemd-analyze. */
const THRESHOLD = 20;

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()),
      volumes: z.array(z.string()),
      ports: z.array(z.string()).optional(),
      read_only: z.boolean().optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

describe.each(readdirSync(folder))('the unit %s', (name) => {
  const unit = readFileSync(join(folder, name), 'utf8');
  const value = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, text = '']) => text);

  test('starts a program of the repository with variables that something reads', () => {
    const program = value('ExecStart')[0]?.split(' ').at(-1) ?? '';
    expect(existsSync(program), program).toBe(true);
    const variables = value('Environment').flatMap((text) => text.split(' ').map((pair) => pair.split('=')[0]));
    const known = ['NODE_ENV', ...Object.keys(readEnv({})), ...edgeVariables, ...computeVariables];
    expect(known).toEqual(expect.arrayContaining(variables));
    // The folder that it may write to is the one that the program gets.
    expect(unit).toMatch(new RegExp(`_DIR=%S/${value('StateDirectory')[0]}$`, 'm'));
  });

  test.skipIf(!hasSystemd)('is valid, and gives the process few rights (skipped where systemd-analyze is missing)', () => {
    // The checks need the program where the unit expects it.
    const file = join(work, name);
    writeFileSync(file, unit.replaceAll('/opt/nasim', process.cwd()));
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    // It also reports on units of the machine.
    const remarks = `${checked.stdout}${checked.stderr}`.split('\n').filter((remark) => remark.includes(name));
    expect({ status: checked.status, remarks }).toEqual({ status: 0, remarks: [] });
    execFileSync('systemd-analyze', ['security', '--offline=true', `--threshold=${THRESHOLD}`, '--no-pager', file], { stdio: 'pipe' });
  });
});

test('the image exposes the ports of the portal, and starts programs of the repository', () => {
  const text = readFileSync('Dockerfile', 'utf8');
  const { PORT, EDGE_PORT, EDGE_TLS_PORT, S3_PORT, DNS_PORT } = readEnv({});
  const exposed = /^EXPOSE (.*)$/m.exec(text)?.[1]?.split(' ');
  expect(exposed).toEqual([...[PORT, EDGE_PORT, EDGE_TLS_PORT, S3_PORT].map(String), `${DNS_PORT}/tcp`, `${DNS_PORT}/udp`]);
  const programs = [...text.matchAll(/\bnode (src\/\S+\.ts)/g)]
    .map(([, file = '']) => file)
    .concat(/"([^"]+)"\]\s*$/.exec(text)?.[1] ?? '');
  expect(programs).toHaveLength(4);
  for (const file of programs) expect(existsSync(file), file).toBe(true);
});

test('the Compose file starts programs of the repository with variables that they read (nothing runs it here)', () => {
  const text = readFileSync('docs/operations/compose.yaml', 'utf8');
  const { services, volumes } = Compose.parse(parse(text, { merge: true }));
  expect(Object.keys(services)).toEqual(['database', 'portal-1', 'portal-2', 'edge-1', 'edge-2', 'dns']);
  const portal = Object.keys(readEnv({}));
  const offenders: string[] = [];
  const names = new Set<string>();
  for (const [name, { image, command, environment, volumes: mounted, ports = [], read_only: isReadOnly }] of Object.entries(services)) {
    for (const volume of mounted)
      if (!((volume.split(':')[0] ?? '') in volumes)) offenders.push(`${name}: the volume ${volume} is not declared`);
    for (const port of ports) {
      if (names.has(port)) offenders.push(`${name}: ${port} is published twice`);
      names.add(port);
    }
    if (image !== 'nasim') continue;
    const program = command?.[1];
    if (program && !existsSync(program)) offenders.push(`${name}: ${program} doesn’t exist`);
    const known = program === 'src/edge/main.ts' ? edgeVariables : portal;
    for (const variable of Object.keys(environment)) if (!known.includes(variable)) offenders.push(`${name}: nothing reads ${variable}`);
    if (!isReadOnly) offenders.push(`${name}: its file system is writable`);
  }
  expect(offenders).toEqual([]);
  // Each process has up to 16 connections, and PostgreSQL 100.
  const processes = Object.entries(services).reduce(
    (sum, [name, { environment }]) => (name.startsWith('portal-') ? sum + Number(environment.PORTAL_WORKERS) : sum),
    0,
  );
  expect(processes * 16).toBeLessThan(90);
  // What the environment of the portals says is valid.
  const fixed = Object.entries(services['portal-1']?.environment ?? {}).filter(([, value]) => !value.includes('$'));
  expect(readEnv(Object.fromEntries(fixed))).toMatchObject({ EDGE_LOCAL: false, STORE_DRIVER: 'none' });
});
