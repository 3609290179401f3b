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
  | 'diskFull'
  | 'unavailable';

export class ObjectStoreError extends Error {
  readonly fault: ObjectStoreFault;
  constructor(fault: ObjectStoreFault, message: string = fault) {
    super(message);
    this.fault = fault;
  }
}
