import { setImmediate as pause } from 'node:timers/promises';
import { DAY } from '../../../../lib/time.ts';
import { S3Error } from '../s3Error.ts';
import type { ListedVersion, ObjectRow } from './catalogRows.ts';
import { afterDays, applies, dueAbort, type LifecycleRule, objectExpiry, parseRules } from './lifecycle.ts';
import { END } from './listing.ts';
import type { Objects, Target } from './objects.ts';

/** Incomplete uploads are deleted after this time, unless a rule says another one. */
const UPLOAD_MS = 7 * DAY;
/** Rows read, and versions deleted, before requests get their turn again. */
const READ = 500;
const DELETED = 100;

/** What is due to be deleted, as the list had it. */
type Due = Target & { row: ListedVersion };

/**
 * Applies the lifecycle rules of all spaces. Everything expires at midnight (UTC), so a space is read once a day, and when its rules
 * change.
 */
export class Expiry {
  readonly #objects: Objects;
  /** By space: the day and the rules that were applied. */
  readonly #applied = new Map<string, string>();
  #isRunning = false;
  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** @returns the number of versions and uploads that were deleted or got a delete marker. @param isStopped whether to end early */
  async run(isStopped: () => boolean): Promise<number> {
    if (this.#isRunning) return 0;
    this.#isRunning = true;
    try {
      let count = await this.#abortUploads(isStopped);
      const today = Math.floor(this.#objects.now() / DAY);
      for (const space of this.#objects.catalog.spaces()) {
        const rules = parseRules(space);
        const state = `${today} ${space.lifecycle}`;
        if (rules.length === 0 || this.#applied.get(space.name) === state) continue;
        count += await this.#expire(space.name, rules, isStopped);
        if (isStopped()) break;
        this.#applied.set(space.name, state);
      }
      return count;
    } finally {
      this.#isRunning = false;
    }
  }

  async #abortUploads(isStopped: () => boolean): Promise<number> {
    const { catalog } = this.#objects;
    const now = this.#objects.now();
    let count = 0;
    for (let after = ''; !isStopped(); await pause()) {
      const uploads = catalog.uploadsAfter(after, READ);
      const last = uploads.at(-1);
      if (!last) break;
      after = last.id;
      for (const { id, space, key, createdAt } of uploads) {
        const at = dueAbort(parseRules(this.#objects.space(space)), key, createdAt)?.at ?? createdAt + UPLOAD_MS;
        if (at > now) continue;
        await this.#objects.uploads.abort(space, key, id).catch(unlessGone);
        count++;
      }
    }
    return count;
  }

  async #expire(space: string, rules: readonly LifecycleRule[], isStopped: () => boolean): Promise<number> {
    const { catalog } = this.#objects;
    let count = 0;
    let due: Due[] = [];
    const flush = async () => {
      const removed = await this.#objects.remove(space, due, (row, target) => this.#isStillDue(space, row, target as Due)); // from `due`
      count += removed.length;
      due = [];
    };
    const reader = new KeyReader(rules, this.#objects.now(), this.#objects.space(space).versioning !== null);
    let [key, before] = ['', Number.MAX_SAFE_INTEGER];
    for (;;) {
      const rows = catalog.versionsBetween(space, key, before, END, READ);
      for (const row of rows) due.push(...reader.next(row));
      const last = rows.at(-1);
      if (!last) due.push(...reader.end());
      while (due.length >= DELETED || (!last && due.length > 0)) {
        const rest = due.splice(DELETED);
        await flush();
        due = rest;
      }
      if (!last || isStopped()) return count;
      [key, before] = [last.key, last.modified];
      await pause();
    }
  }

  /** Whether nothing has changed since the list: in the transaction that deletes. */
  #isStillDue(space: string, row: ObjectRow | undefined, { row: listed }: Due): boolean {
    const { catalog } = this.#objects;
    if (row?.version !== listed.version || row.modified !== listed.modified) return false;
    const isNewest = catalog.newest(space, row.key)?.version === row.version;
    if (listed.isLatest !== isNewest) return false;
    return !row.isMarker || !isNewest || catalog.versionsBetween(space, row.key, row.modified, `${row.key}\u0001`, 1).length === 0;
  }
}

/** Goes through the versions of a space in the order of lists, and finds what is due. */
class KeyReader {
  readonly #rules: readonly LifecycleRule[];
  readonly #now: number;
  readonly #isVersioned: boolean;
  #newest: ListedVersion | null = null;
  #previous: ListedVersion | null = null;
  /** Noncurrent versions of the key until now. */
  #noncurrent = 0;
  /** Whether versions besides the newest one stay. */
  #hasOthers = false;

  constructor(rules: readonly LifecycleRule[], now: number, isVersioned: boolean) {
    this.#rules = rules;
    this.#now = now;
    this.#isVersioned = isVersioned;
  }

  next(row: ListedVersion): Due[] {
    if (row.key === this.#previous?.key) return this.#other(row, this.#previous.modified);
    const due = this.end();
    [this.#newest, this.#previous] = [row, row];
    const expiry = row.isMarker ? null : objectExpiry(this.#rules, row);
    if (expiry && expiry.at <= this.#now) due.push({ key: row.key, row });
    return due;
  }

  /** @param since when it became noncurrent: the time of the next newer version */
  #other(row: ListedVersion, since: number): Due[] {
    this.#previous = row;
    const isDue = this.#rules.some(
      (rule) =>
        rule.noncurrent !== null &&
        applies(rule, row.key, row.size) &&
        this.#noncurrent >= rule.noncurrent.newer &&
        afterDays(since, rule.noncurrent.days) <= this.#now,
    );
    // Delete markers aren't among the versions that stay.
    if (!row.isMarker) this.#noncurrent++;
    if (!isDue) this.#hasOthers = true;
    return isDue ? [{ key: row.key, version: row.version, row }] : [];
  }

  /** Ends the key: a delete marker that is left alone may be due. */
  end(): Due[] {
    const [marker, hasOthers] = [this.#newest, this.#hasOthers];
    this.#newest = this.#previous = null;
    this.#noncurrent = 0;
    this.#hasOthers = false;
    if (!marker?.isMarker || hasOthers || !this.#isVersioned) return [];
    const isDue =
      (objectExpiry(this.#rules, { key: marker.key, modified: marker.modified })?.at ?? Number.POSITIVE_INFINITY) <= this.#now ||
      this.#rules.some((rule) => rule.expiration && 'markers' in rule.expiration && applies(rule, marker.key));
    return isDue ? [{ key: marker.key, version: marker.version, row: marker }] : [];
  }
}

const unlessGone = (error: unknown) => {
  if (!(error instanceof S3Error && error.code === 'NoSuchUpload')) throw error;
};
