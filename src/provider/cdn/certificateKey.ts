import type { Services } from '../core/services.ts';
import type { ClientCertificateRow, SslRow } from '../db/schema.ts';
import { seal, unseal } from '../kernel/seal.ts';

const SEALED_FOR = 'ssl';
const CLIENT_KEYS = 'clientCertificate';

/** A private key for the store, sealed for one certificate: another can't open it. */
export const sealKey = ({ secrets }: Pick<Services, 'secrets'>, sslId: string, pem: string): string =>
  seal(secrets.code, SEALED_FOR, sslId, pem);
export const openKey = ({ secrets }: Pick<Services, 'secrets'>, { id, sealedKey }: SslRow): string =>
  unseal(secrets.code, SEALED_FOR, id, sealedKey ?? '');

/** The same for the key that the edges of a domain identify themselves to origins with. */
export const sealClientKey = ({ secrets }: Pick<Services, 'secrets'>, domainId: string, pem: string): string =>
  seal(secrets.code, CLIENT_KEYS, domainId, pem);
export const openClientKey = ({ secrets }: Pick<Services, 'secrets'>, { domainId, sealedKey }: ClientCertificateRow): string =>
  unseal(secrets.code, CLIENT_KEYS, domainId, sealedKey);
