import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startBootedPortal } from '../../tests/support/bootedPortal.ts';
import { startControl, startEdgeProcess, until } from '../../tests/support/edge.ts';
import { declaredMetrics, monitorAddress } from '../../tests/support/metrics.ts';
import { makeUpstreamMetrics } from '../adapter/upstream.ts';
import { measureHost, measureServers } from '../compute/metrics/host.ts';
import { makeStepMetrics } from '../compute/metrics/steps.ts';
import { Metrics } from '../lib/node/metrics.ts';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
}
const alerts = parse(readFileSync('docs/operations/alerts.yml', 'utf8')) as { groups: { name: string; rules: Rule[] }[] };
const dashboard = JSON.parse(readFileSync('docs/operations/grafana/nasim.json', 'utf8')) as {
  uid: string;
  panels: { id: number; type: string; title: string; gridPos: object; targets?: { expr: string }[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);
const expressions = rules.map(({ expr }) => expr).concat(dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)));
/** Names of metrics in an expression: functions and label names aren't. `up` is Prometheus' own. */
const namesIn = (text: string): string[] => text.match(/\b(?:nasim|process|nodejs)_[a-z0-9_]+/g) ?? [];
const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

/** Names of the metrics of each program, by the group of its rules. */
async function exported(): Promise<Record<string, readonly string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'operations-'));
  const control = await startControl();
  const edge = await startEdgeProcess(control, folder, { EDGE_WORKERS: '2', EDGE_METRICS_PORT: '0' });
  onTestFinished(async () => {
    await edge.end('SIGKILL');
    await control.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => monitorAddress(edge.output()) !== '');
  const { monitor } = await startBootedPortal({ DNS_DRIVER: 'node' });
  const [portal, ofEdge] = await Promise.all(
    [monitor, monitorAddress(edge.output())].map(async (one) => declaredMetrics(await (await fetch(`${one}/metrics`)).text())),
  );
  // What only another arrangement has: a provider elsewhere, PostgreSQL, QEMU.
  const others = new Metrics();
  others.addProcess();
  makeUpstreamMetrics(others);
  makeStepMetrics(others);
  // They are never scraped.
  measureServers(others, {} as never, () => true);
  measureHost(others, {} as never);
  const elsewhere = declaredMetrics(await others.registered());
  const postgres = ['nasim_database_connections', 'nasim_database_connections_limit', 'nasim_database_waiting_requests'];
  if (!portal || !ofEdge) throw new Error('there are two programs');
  return { nasim: [...portal, ...elsewhere, ...postgres], 'nasim-edge': ofEdge, 'nasim-dns': portal, 'nasim-compute': elsewhere };
}

test('the dashboard and the alert rules are complete, and name only metrics that a started installation exports', async () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations, ...rest } of rules) {
    expect(['page', 'ticket'], alert).toContain(labels.severity);
    expect(
      [expr, annotations.summary, annotations.action].every((text) => text.length > 10),
      alert,
    ).toBe(true);
    expect(rest.for ?? '1m', alert).toMatch(/^\d+m$/);
  }
  expect(dashboard.uid).toBe('nasim');
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const named = new Set(expressions.flatMap(namesIn).map(base));
  expect(named.size).toBeGreaterThan(40);
  const programs = await exported();
  expect(Object.keys(programs)).toEqual(alerts.groups.map(({ name }) => name));
  const known = new Set(Object.values(programs).flat());
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  const missing = (group: string, names: string[]) =>
    names.filter((name) => !programs[group]?.includes(base(name))).map((name) => `${group}: ${name}`);
  expect(
    alerts.groups.flatMap((group) =>
      missing(
        group.name,
        group.rules.flatMap(({ expr }) => namesIn(expr)),
      ),
    ),
  ).toEqual([]);
  // Those of the process are about every program.
  const ofProcess = [...named].filter((name) => !name.startsWith('nasim_'));
  expect(Object.keys(programs).flatMap((group) => missing(group, ofProcess))).toEqual([]);
  // In the other direction: what nobody looks at needn't be measured.
  const documented = new Set(namesIn(readFileSync('docs/operations.md', 'utf8')).map(base));
  const unused = [...known].filter((name) => name.startsWith('nasim_') && !named.has(name) && !documented.has(name));
  expect(unused).toEqual([]);
  // https://prometheus.io/docs/practices/naming/
  expect([...known].filter((name) => name.startsWith('nasim_') && /_(ms|milliseconds|minutes|kb|mb|gb|percent)(_|$)/.test(name))).toEqual(
    [],
  );
}, 120_000);
