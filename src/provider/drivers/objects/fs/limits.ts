import { S3Error } from '../s3Error.ts';

const GIB = 1024 ** 3;
/** Limits of S3 ("Multipart upload limits", Amazon S3 user guide). */
export const limits = { put: 5 * GIB, part: 5 * GIB, minPart: 5 * 1024 ** 2, parts: 10_000, keyBytes: 1024, metaBytes: 2048 };

export const noSuchSpace = () => new S3Error('NoSuchBucket', 'The specified bucket does not exist');
export const noSuchKey = (headers = {}) => new S3Error('NoSuchKey', 'The specified key does not exist.', {}, headers);
export const tooLarge = () => new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
export const overQuota = () => new S3Error('QuotaExceeded', 'The space has not enough room left for this object.');
