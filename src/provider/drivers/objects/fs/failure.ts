import { S3Error } from '../s3Error.ts';

export const diskFull = () => new S3Error('InsufficientStorage', 'The store has not enough disk space left for this request.');

const full = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/;
/** The folder is read-only, or belongs to another user, or the disk fails. */
const unwritable = /^(EROFS|EACCES|EPERM|EIO|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_IOERR)/;

/** What clients are answered when the disk refuses a request, or the index is in use; null for other errors. */
export function diskFailure(error: unknown): S3Error | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (full.test(code)) return diskFull();
  if (unwritable.test(code))
    return new S3Error('ServiceUnavailable', 'The store cannot be written to at the moment. Please try again later.');
  return code.startsWith('SQLITE_BUSY') ? new S3Error('SlowDown', 'Please reduce your request rate.') : null;
}
