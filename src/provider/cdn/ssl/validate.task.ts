import { validateRepaired } from '../../../lib/rules/cdn/ssl/repair.ts';
import type { CertificateCheck, CertificateInput } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';

/** Validates one certificate with its chain in a worker thread. */
export const run = (input: CertificateInput): Promise<CertificateCheck> => validateRepaired(input);
