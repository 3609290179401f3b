import type { AppliedVersion } from '../state/applied.ts';

/** A version that has failed isn't attempted again, unless it was complete before. */
export const hasFailed = ({ version, applied }: { version: number; applied: AppliedVersion }): boolean =>
  applied.failure?.version === version && applied.version !== version;
