import { createHash } from 'node:crypto';
import script from './early.js?raw';

/** The inline script before the panel's shell, and its hash for the policy of pages that have it: those of others stay shorter. */
export const earlyScript = script;
export const earlyHash = `sha256-${createHash('sha256').update(script).digest('base64')}` as const;
