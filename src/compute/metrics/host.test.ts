import { expect, test } from 'vitest';
import { makeDataDir, makeServerSpec, settled, soon, startTestCompute, whyNoQemu } from '../../../tests/support/compute.ts';
import { readSamples } from '../../../tests/support/metrics.ts';

// A busy machine takes a second to start a process.
test.skipIf(whyNoQemu)('servers, their steps and the capacity of the host are measured', { timeout: 60_000 }, async () => {
  const { driver, metrics } = await startTestCompute(makeDataDir());
  const size = { cpu: 2, ram: 1, disk: 5, diskType: 'ssd' as const };
  await driver.apply(makeServerSpec('a', 1, { power: 'on', size }), soon());
  await settled(driver, 'a');
  const samples = readSamples(await metrics.text());
  const found = Object.fromEntries([...samples].filter(([name]) => /^nasim_compute_(servers|cpus|memory|disk|steps)/.test(name)));
  expect(found).toMatchObject({
    'nasim_compute_servers{state="running"}': 1,
    'nasim_compute_servers{state="stopped"}': 0,
    'nasim_compute_servers{state="failed"}': 0,
    'nasim_compute_cpus{part="total"}': 1_000,
    'nasim_compute_cpus{part="used"}': 2,
    'nasim_compute_memory_bytes{part="used"}': 1_073_741_824,
    'nasim_compute_disk_bytes{part="used"}': 5 * 1_073_741_824,
    'nasim_compute_steps_total{step="write",result="done"}': 1,
    'nasim_compute_steps_total{step="start",result="done"}': 1,
  });
  expect(samples.get('nasim_compute_step_duration_seconds_count{step="start"}')).toBe(1);
});
