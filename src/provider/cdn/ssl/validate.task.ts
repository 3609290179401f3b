import { type CertificateCheck, type Given, validateCertificate } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';

/** Validates one certificate with its chain in a worker thread. */
export const run = (given: Given): Promise<CertificateCheck> => validateCertificate(given);
