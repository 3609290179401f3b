import { HOUR } from '../../../time.ts';
import { facts } from '../../core/facts.ts';

/** Hours before the stop at which the last warning is given. */
const WARNED_HOURS = 3;

/** When services are stopped after the balance became negative at `since` (epoch ms). */
export const stopAt = (since: number): number => since + facts.graceNegative * HOUR;

/** When the last warning before the stop is due. */
export const warnAt = (since: number): number => stopAt(since) - WARNED_HOURS * HOUR;
