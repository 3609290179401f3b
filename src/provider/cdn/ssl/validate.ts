import { countCertificates } from '../../../lib/rules/cdn/ssl/pem.ts';
import { validateRepaired } from '../../../lib/rules/cdn/ssl/repair.ts';
import type { CertificateCheck, CertificateInput } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { SslRow } from '../../db/schema.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { workerTask } from '../../kernel/workers/task.ts';
import type * as task from './validate.task.ts';

/** A certificate and its chain: fewer are checked faster than they are sent to a thread and back. */
const INLINE = 4;

const sslValidate = workerTask<typeof task>({
  name: 'ssl.validate',
  module: new URL('./validate.task.ts', import.meta.url),
  deadlineMs: 10_000,
});

/** Checks many certificates in the worker pool: what a customer pasted must not delay other requests. */
function validateApart(
  input: CertificateInput,
  { services, account, signal }: Pick<SignedIn, 'services' | 'account' | 'signal'>,
): Promise<CertificateCheck> {
  const count = countCertificates(input.certificate) + countCertificates(input.privateKey ?? '') + countCertificates(input.caBundle);
  if (count <= INLINE) return validateRepaired(input);
  return services.workers.run(sslValidate, input, { customer: account.id, signal });
}

/** The fields of a certificate, as columns. */
type Columns = Pick<
  SslRow,
  'certificate' | 'caBundle' | 'hosts' | 'issuer' | 'keyType' | 'fingerprint' | 'isSelfSigned' | 'issuedAt' | 'expiresAt'
>;

/**
 * Validates by the rules shared with the form. Refuses with 422 and a message beside each invalid field.
 * @param by the customer who sent it; absent: it comes from an authority
 */
export async function validateOrRefuse(
  input: CertificateInput & { privateKey: string },
  by?: Pick<SignedIn, 'services' | 'account' | 'signal'>,
): Promise<{ columns: Columns; names: string[]; privateKey: string }> {
  const { faults, facts, clean } = await (by ? validateApart(input, by) : validateRepaired(input));
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
      hosts: facts.names,
      issuer: facts.issuer,
      keyType: facts.keyType,
      fingerprint: facts.fingerprint,
      isSelfSigned: facts.isSelfSigned,
      issuedAt: facts.notBefore,
      expiresAt: facts.notAfter,
    },
  };
}
