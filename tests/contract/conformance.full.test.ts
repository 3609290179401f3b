import { expect, test } from 'vitest';
import { failed, runAgainst } from '../support/conformance.ts';
import { startProvider } from '../support/provider.ts';

test('the embedded provider passes the cases of areas without servers', { timeout: 600_000 }, async () => {
  const report = await runAgainst(await startProvider(), { areas: ['cdn', 'finance', 'support', 'account', 'core', 'operator'] });
  expect(failed(report)).toEqual([]);
  expect(report.results.length).toBeGreaterThan(2_000);
});
