import { DAY } from '../../time.ts';

/** The notice that customers should have of a higher price, in days. */
export const NOTICE_DAYS = 30;

/** Whole days from now until a price is valid. Epoch ms. */
export const noticeDays = (validFrom: number, now: number): number => Math.floor((validFrom - now) / DAY);
