export type ObjectStoreFault =
  | 'spaceExists'
  | 'spaceNotEmpty'
  | 'noSuchSpace'
  | 'noSuchKey'
  | 'noSuchUpload'
  | 'invalidPart'
  | 'quota'
  | 'badKey'
  /** By the client: only its key reads the object. */
  | 'encrypted'
  /** The store doesn't implement the operation. */
  | 'unsupported'
  /** Somebody else has changed it since it was read. */
  | 'changed'
  | 'badRules'
  | 'diskFull'
  | 'unavailable';

export class ObjectStoreError extends Error {
  readonly fault: ObjectStoreFault;
  constructor(fault: ObjectStoreFault, message: string = fault) {
    super(message);
    this.fault = fault;
  }
}
