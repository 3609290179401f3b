import { validateRepaired } from '../../../lib/rules/cdn/ssl/repair.ts';
import type { CertificateCheck, Given } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';

/** Validates one certificate with its chain in a worker thread. */
export const run = (given: Given): Promise<CertificateCheck> => validateRepaired(given);
