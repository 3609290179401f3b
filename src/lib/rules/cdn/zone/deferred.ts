import type { Owner } from './owners.ts';
import { recordText } from './translate.ts';
import type { Translation, ZoneDoubt, ZoneRecord, ZoneRow } from './types.ts';

const clipped = 200;

/** A record and the owner that it belongs to. */
interface Placed {
  owner: Owner;
  record: ZoneRecord;
}
/** A record that is decided at the end of the file. */
interface Later extends Placed {
  line: ZoneRow;
  /** As it was probably meant. Absent: an alias, added after the records that it may be beside. */
  meant?: Placed;
  /** The host by the letter; null if something else is in doubt. */
  host: string | null;
}

/** Lines that depend on the whole file. */
export class Deferred {
  readonly doubts: ZoneDoubt[] = [];
  readonly #lines: Later[] = [];

  get size(): number {
    return this.#lines.length;
  }

  push(line: Later): void {
    this.#lines.push(line);
  }

  /**
   * Passes each record to `add`, by the reading that applies.
   * @param isNamed whether the file has a record at a host: then it is no mistake
   */
  settle(
    { reading, otherwise }: Pick<Translation, 'reading' | 'otherwise'>,
    isNamed: (host: string) => boolean,
    add: (placed: Placed, line: ZoneRow) => void,
  ): void {
    for (const { line, owner, record, meant, host } of this.#lines) {
      const isDoubtful = meant !== undefined && (host === null || !isNamed(host));
      if (isDoubtful)
        this.doubts.push({ ...line, written: recordText(record).slice(0, clipped), meant: recordText(meant.record).slice(0, clipped) });
      const isMeant = isDoubtful && (reading === 'meant') !== otherwise.includes(line.line);
      add(isMeant ? meant : { owner, record }, line);
    }
  }
}
