import { endingJob, isAhead } from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';

/** Detection mode "turns itself off" after 30 minutes (docs/product.md, WAF): the WAF is off then. */
export const endDetection = endingJob({
  kind: cdnJobs.endDetection,
  group: 'waf',
  end: ({ mode, detectionUntil }, now) =>
    mode === 'detection' && !isAhead(detectionUntil, now) ? { mode: 'off' as const, detectionUntil: null } : null,
  notice: () => ({ type: 'warning', title: 'waf:notice.title', description: 'waf:notice.text' }),
});
