import type { SignedIn, UploadedFile } from '../../core/implement.ts';
import type { OwnedDomain } from '../../db/owned.ts';
import type { Tx } from '../../db/schema.ts';
import type { Faults } from './faults.ts';

/** What every part of an import needs. */
export interface Importing {
  tx: Tx;
  /** The caller. */
  ctx: SignedIn;
  domain: OwnedDomain;
  faults: Faults;
  /** For handlers of other calls: they work inside this transaction and write no log entries. `id` is that of the row they add. */
  as(id?: string): SignedIn;
}
/** A handler takes the file of an upload; these calls have none. */
export const noFile = undefined as unknown as UploadedFile;
