import type { Services } from '../core/services.ts';
import type { SslRow } from '../db/schema.ts';
import { seal, unseal } from '../kernel/seal.ts';

const SEALED_FOR = 'ssl';

/** A private key for the store, sealed for one certificate: another can't open it. */
export const sealKey = ({ secrets }: Pick<Services, 'secrets'>, sslId: string, pem: string): string =>
  seal(secrets.code, SEALED_FOR, sslId, pem);
export const openKey = ({ secrets }: Pick<Services, 'secrets'>, { id, sealedKey }: SslRow): string =>
  unseal(secrets.code, SEALED_FOR, id, sealedKey ?? '');
