/** One line of the report. `ok`: within the budget; `undefined`: no budget, only reported. */
interface Row {
  what: string;
  budget: string;
  measured: string;
  reference: string;
  ok: boolean | undefined;
}

const rows: Row[] = [];

export function report(what: string, budget: string, measured: string, ok?: boolean, reference = ''): void {
  rows.push({ what, budget, measured, reference, ok });
  console.log(`  ${what}: ${measured}${budget && `  (${budget})`}`);
}

export function printReport(): void {
  const head = { what: 'What', budget: 'Budget', measured: 'Measured', reference: 'Reference, same run', verdict: 'Verdict' };
  const lines = [head, ...rows.map(({ ok, ...row }) => ({ ...row, verdict: ok === undefined ? '' : ok ? 'kept' : 'MISSED' }))];
  const columns = Object.keys(head) as (keyof typeof head)[];
  const widths = columns.map((column) => Math.max(...lines.map((line) => line[column].length)));
  const draw = (line: typeof head) => `| ${columns.map((column, i) => line[column].padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const [first, ...rest] = lines;
  console.log(`\n${draw(first ?? head)}\n|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|\n${rest.map(draw).join('\n')}`);
  const judged = rows.filter(({ ok }) => ok !== undefined);
  console.log(
    `\n${judged.filter(({ ok }) => ok).length} of ${judged.length} budgets kept. Times depend on the machine; ratios are of this run.`,
  );
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const percentile = (values: readonly number[], p: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil((p / 100) * values.length) - 1)] ?? Number.NaN;
export const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
export const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;

/** How long work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
