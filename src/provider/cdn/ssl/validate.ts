import { type Given, validateCertificate } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';
import { Refusal } from '../../core/implement.ts';
import type { SslRow } from '../../db/schema.ts';

/** The fields of a certificate, as columns. */
type Columns = Pick<
  SslRow,
  'certificate' | 'caBundle' | 'hosts' | 'issuer' | 'keyType' | 'fingerprint' | 'isSelfSigned' | 'issuedAt' | 'expiresAt'
>;

/** Validates by the rules shared with the form. Refuses with 422 and a message beside each invalid field. */
export async function validateOrRefuse(
  given: Given & { privateKey: string },
): Promise<{ columns: Columns; names: string[]; privateKey: string }> {
  const { faults, facts, clean } = await validateCertificate(given);
  const [first] = faults;
  if (first || !facts || !clean?.privateKey) {
    const { key, params } = first ?? { key: 'ssl:error.keyRequired' as const, params: {} };
    const fields = Object.fromEntries(faults.map((fault) => [fault.field, { key: fault.key, params: fault.params }]));
    throw new Refusal(422, key, { params, fields });
  }
  return {
    names: facts.names,
    privateKey: clean.privateKey,
    columns: {
      certificate: clean.certificate,
      caBundle: clean.caBundle,
      hosts: JSON.stringify(facts.names),
      issuer: facts.issuer,
      keyType: facts.keyType,
      fingerprint: facts.fingerprint,
      isSelfSigned: facts.isSelfSigned ? 1 : 0,
      issuedAt: facts.notBefore,
      expiresAt: facts.notAfter,
    },
  };
}
