import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { assessImpact, type Impact } from '../../../lib/rules/cdn/impact/impact.ts';

interface Input {
  before: EdgeConfig;
  after: EdgeConfig;
  ruleId: string;
  lines: readonly EdgeLogEntry[];
  now: number;
}

/** Compares two configurations in a worker thread. */
export const run = ({ before, after, ruleId, lines, now }: Input): Impact => assessImpact(before, after, ruleId, lines, now);
