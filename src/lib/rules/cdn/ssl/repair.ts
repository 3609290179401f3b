import { type CertificateCheck, type CertificateInput, validateCertificate } from './validateCertificate.ts';

/** A correction may be followed by another: the chain that was in the field of the certificate is then put in order. */
const maxRounds = 6;

/**
 * Validates a certificate with its key and chain with all corrections applied: what the form offers one by one, and what every
 * call does. So `fullchain.pem`, blocks in any order, and a chain in the wrong order are accepted.
 * @returns the result for the corrected texts; `clean` has what to store
 */
export async function validateRepaired(input: CertificateInput): Promise<CertificateCheck> {
  let texts = input;
  let check = await validateCertificate(texts);
  for (let round = 0; round < maxRounds; round++) {
    const repair = check.faults.find((fault) => fault.repair)?.repair;
    if (!repair) break;
    texts = { ...texts, ...repair };
    check = await validateCertificate(texts);
  }
  return check;
}
