import { expect, test } from 'vitest';
import { areas } from '../conformance/areas.ts';
import { failed, runAgainst } from '../support/conformance.ts';
import { startProvider } from '../support/provider.ts';

test('the embedded provider passes the cases of all areas', { timeout: 600_000 }, async () => {
  const report = await runAgainst(await startProvider(), { areas });
  expect(failed(report)).toEqual([]);
  expect(report.results.length).toBeGreaterThan(3_000);
});
