import { facts } from '../../core/facts.ts';
import type { WafModule } from '../edge/protection.ts';

/** The families of the OWASP Core Rule Set that a module covers, by the numbers of its rule files. `custom` has none. */
export const moduleFamilies: Record<WafModule, readonly number[]> = {
  sqli: [942],
  xss: [941],
  lfi: [930, 931],
  rce: [932, 933, 934, 944],
  scanner: [913],
  protocol: [911, 920, 921],
  custom: [],
};

/** How long detection mode lasts, in ms. */
export const DETECTION_MS = facts.wafDetection * 60_000;
