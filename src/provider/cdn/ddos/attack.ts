import { endingJob, isAhead } from '../edge/index.ts';
import { cdnJobs } from '../jobs.ts';

/** Turns under attack mode off when it expires. */
export const endAttack = endingJob({
  kind: cdnJobs.endAttack,
  group: 'ddos',
  end: ({ underAttackUntil }, now) => (underAttackUntil && !isAhead(underAttackUntil, now) ? { underAttackUntil: null } : null),
  notice: ({ enabled }) => ({
    type: 'message',
    title: 'ddos:notice.title',
    description: enabled ? 'ddos:notice.stillOn' : 'ddos:notice.off',
  }),
});
