import { demo } from '../../../lib/contract/fields.ts';
import { readPublicKey } from '../../../lib/rules/cloud/sshKey/publicKey.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { computeFingerprint } from '../sshKey/index.ts';

/** The private keys no longer exist: they were deleted when these were created. */
const keys: readonly [id: string, name: string, daysAgo: number, line: string][] = [
  [demo.sshKeyId, 'sara-laptop', 240, 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPbB90eMmBfVoV5inVBACoAWiTNAZtJNXNETu+yh+ikr'],
  [
    demo.otherSshKeyId,
    'deploy-ci',
    61,
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQCX4orwF4SKRgw6OXZwZlDtWghxWpeVbDj9PTbUniZuuTBQcgyMxMt38txh9az3uL5l5dSTJSWVhtAy2HVZlsCvGz569tejfwTyjQsiXv1M2SRvUnsxnifQ08PuExBRtxJ69EQsThLIPjAW0rBgGWTg5zPeDNPxYbyODYhyFwV3QcYumNBCD67YmIecvzs+dLM8CggEtDhJF/25L4j8e1scHR2y4Ip9I4hImdnIqouZMFQzTFAUcK1GdBKpUCrmJ+6owNljRa10h3uLbZpK76CiO8Iy71vYFC7wtJUADnj/E2lddnXefTcUsM616Db5wpeD5huiLvbP17+Ephj4LqlqszymcBgvi4MqFtuiwd+/k0TNaF+QWgmiTdaSrHkLq0WpTwoP3xe0/JnpIXXnYoaS9W3XzRVhFDodRpIhGFlAi+cZ68sROzpyGv6vh6zhgp9ckYiFAhQkTCIl60UGQNh5KITpG38ojsgXuLEzRQy9FQtP+NF3/s/Y9Pui5BDeFDU=',
  ],
];

export const seedSshKeys: Seed = async (tx, { now, customers }) => {
  for (const [id, name, daysAgo, publicKey] of keys) {
    const read = readPublicKey(publicKey);
    if (isFault(read)) throw new Error(`${name}: ${read.key}`);
    const { type, bits, blob } = read;
    const row = { id, accountId: customers.main, name, type, bits, publicKey, fingerprint: computeFingerprint(blob) };
    await tx
      .insertInto('sshKey')
      .values({ ...row, createdAt: now - daysAgo * DAY })
      .execute();
  }
};
