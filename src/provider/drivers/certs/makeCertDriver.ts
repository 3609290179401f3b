import type { Env, Secrets } from '../../../config/env.ts';
import type { Store } from '../../db/open.ts';
import { acmeAuthority } from './acme.ts';
import type { CertDriver } from './certs.ts';
import { ownAuthority } from './own.ts';

/** The authority selected by `CERT_DRIVER`; null: none, and only custom certificates can be used. */
export function makeCertDriver(
  { CERT_DRIVER, CAA_ISSUER, ACME_DIRECTORY, ACME_EMAIL }: Pick<Env, 'CERT_DRIVER' | 'CAA_ISSUER' | 'ACME_DIRECTORY' | 'ACME_EMAIL'>,
  store: Store,
  secrets: Secrets,
): CertDriver | null {
  if (CERT_DRIVER === 'own') return ownAuthority(store, secrets, CAA_ISSUER);
  if (CERT_DRIVER === 'none') return null;
  return acmeAuthority({ store, secrets, directory: ACME_DIRECTORY, email: ACME_EMAIL, caa: CAA_ISSUER });
}
