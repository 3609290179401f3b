import type { EdgeLogLine } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { assessImpact, type Impact } from '../../../lib/rules/cdn/impact/impact.ts';

interface Input {
  before: EdgeConfig;
  after: EdgeConfig;
  ruleId: string;
  lines: readonly EdgeLogLine[];
  now: number;
}

/** Compares two configurations in a worker thread. */
export const run = ({ before, after, ruleId, lines, now }: Input): Impact => assessImpact(before, after, ruleId, lines, now);
