import type { SshKeyType } from '../../../../lib/rules/cloud/sshKey/publicKey.ts';

export interface SshKeyTable {
  id: string;
  accountId: string;
  name: string;
  type: SshKeyType;
  bits: number;
  /** Type and base64, without a comment. */
  publicKey: string;
  /** `SHA256:…`; unique in an account. */
  fingerprint: string;
  createdAt: number;
}
