import { ObjectStoreError, type ObjectStoreFault } from './storeError.ts';
import { childText, parseXml } from './xml.ts';

/** By the code of an error. */
const faults: Readonly<Record<string, ObjectStoreFault>> = {
  BucketAlreadyExists: 'spaceExists',
  BucketAlreadyOwnedByYou: 'spaceExists',
  BucketNotEmpty: 'spaceNotEmpty',
  NoSuchBucket: 'noSuchSpace',
  NoSuchKey: 'noSuchKey',
  NoSuchVersion: 'noSuchKey',
  MethodNotAllowed: 'noSuchKey',
  NoSuchUpload: 'noSuchUpload',
  MalformedXML: 'badRules',
  InvalidPart: 'invalidPart',
  EntityTooSmall: 'invalidPart',
  QuotaExceeded: 'quota',
  KeyTooLongError: 'badKey',
  InsufficientStorage: 'diskFull',
  XMinioStorageFull: 'diskFull',
  ServiceUnavailable: 'unavailable',
  SlowDown: 'unavailable',
};

/** The code in an answer's body; undefined: it isn't XML, or has none. */
export function parseErrorCode(text: string): string | undefined {
  try {
    return childText(parseXml(text), 'Code');
  } catch {
    return undefined;
  }
}
/** What an answer of the store means. */
export function refusal(code: string | undefined, status: number): Error {
  const fault = status === 501 ? 'unsupported' : code === undefined ? undefined : faults[code];
  return fault ? new ObjectStoreError(fault) : new Error(`the store answered ${status} ${code ?? ''}`);
}
/** Passes over one fault, and throws every other error again. */
export const unless = (fault: ObjectStoreFault) => (error: unknown) => {
  if (!(error instanceof ObjectStoreError && error.fault === fault)) throw error;
};
