import { areas } from './areas.ts';
import type { Outcome, Report } from './run.ts';

const outcomes: readonly Outcome[] = ['passed', 'failed', 'missing', 'absent', 'unchecked'];

/** Prints what is missing or wrong by area, what wasn't checked, and a table of the areas. */
export function printReport({ results, removed, left, requests }: Report): void {
  const shown = areas.filter((area) => results.some((result) => result.area === area));
  for (const area of shown) {
    const lines = results.filter((result) => result.area === area && result.outcome !== 'passed');
    if (lines.length === 0) continue;
    console.log(`\n${area}`);
    for (const { outcome, call, case: name, detail } of lines) console.log(`  ${outcome.padEnd(9)} ${call}, ${name}: ${detail ?? ''}`);
  }
  console.log(`\n${'area'.padEnd(10)}${outcomes.map((outcome) => outcome.padStart(11)).join('')}`);
  for (const area of shown) {
    const counts = outcomes.map((outcome) => results.filter((result) => result.area === area && result.outcome === outcome).length);
    console.log(`${area.padEnd(10)}${counts.map((count) => String(count).padStart(11)).join('')}`);
  }
  console.log(`\n${requests} requests. Removed again: ${removed.length} items. Left in the account: ${left.join(', ') || 'nothing'}.`);
  const failed = results.filter(({ outcome }) => outcome === 'failed').length;
  const missing = results.filter(({ outcome }) => outcome === 'missing').length;
  const faults = [failed > 0 && `${failed} cases failed`, missing > 0 && `${missing} calls are missing`].filter(Boolean).join(', ');
  console.log(faults ? `The provider doesn’t fulfil the contract: ${faults}.` : 'No case failed.');
}
