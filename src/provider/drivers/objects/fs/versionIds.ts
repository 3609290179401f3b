import { randomBytes } from 'node:crypto';
import { S3Error } from '../s3Error.ts';
import { NULL_VERSION } from './catalogRows.ts';

const TIME_BYTES = 6;
/** 16 bytes in base64url. */
const ID = /^[\w-]{22}$/;

/** A new version ID. It has the time of its version, so that a list can continue after a version that was deleted. */
export function newVersionId(modified: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(modified, 0, TIME_BYTES);
  return bytes.toString('base64url');
}

/** Null for the ID `null`, which has no time. */
export const timeOfVersionId = (id: string): number | null =>
  id === NULL_VERSION ? null : Buffer.from(id, 'base64url').readUIntBE(0, TIME_BYTES);

export const isVersionId = (id: string): boolean => id === NULL_VERSION || ID.test(id);

/** @throws S3Error InvalidArgument when no version can have this ID */
export function checkVersionId(id: string): string {
  if (!isVersionId(id)) throw new S3Error('InvalidArgument', 'Invalid version id specified');
  return id;
}
