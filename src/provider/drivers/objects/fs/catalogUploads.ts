import { CatalogFile } from './catalogFile.ts';
import type { ListedUpload, PartRow, UploadRow } from './catalogRows.ts';
import { jsonOrNull, parsed } from './catalogSql.ts';

const PART = 'number, size, etag, modified, blob, checksum';

/** Unfinished uploads with their parts, and the blobs that no object or part refers to. */
export class UploadCatalog extends CatalogFile {
  upload(id: string): UploadRow | undefined {
    const row = this.get<object>('select * from upload where id = ?', id);
    return row && this.checked(() => parsed<UploadRow>(row));
  }
  /** In the order of keys and IDs, after an upload or everything of its key. @param end of the keys, exclusive */
  uploadsBetween(space: string, from: string, after: { key: string; id: string | null }, end: string, limit: number): ListedUpload[] {
    const sql = `select id, key, createdAt, checksum from upload where space = ? and key >= ? and key < ?
      and (key > ? or (key = ? and id > ?)) order by key, id limit ?`;
    // Nothing sorts after a blob.
    const rows = this.all<object>(sql, space, from, end, after.key, after.key, after.id ?? Buffer.alloc(1), limit);
    return this.checked(() => rows.map(parsed<ListedUpload>));
  }
  /** Of all spaces, in the order of IDs. @param after exclusive */
  uploadsAfter(after: string, limit: number): Pick<UploadRow, 'id' | 'space' | 'key' | 'createdAt'>[] {
    return this.all('select id, space, key, createdAt from upload where id > ? order by id limit ?', after, limit);
  }
  /** The IDs of a space's uploads. */
  uploadsOf(space: string): string[] {
    return this.all<{ id: string }>('select id from upload where space = ?', space).map(({ id }) => id);
  }
  addUpload({ id, space, key, meta, createdAt, checksum, encryption }: UploadRow): void {
    this.run(
      'insert into upload (id, space, key, meta, createdAt, checksum, encryption) values (?, ?, ?, ?, ?, ?, ?)',
      id,
      space,
      key,
      JSON.stringify(meta),
      createdAt,
      jsonOrNull(checksum),
      jsonOrNull(encryption),
    );
  }
  removeUpload(id: string): void {
    this.run('delete from upload where id = ?', id);
  }
  parts(upload: string): PartRow[] {
    const rows = this.all<object>(`select ${PART} from part where upload = ? order by number`, upload);
    return this.checked(() => rows.map(parsed<PartRow>));
  }
  part(upload: string, number: number): PartRow | undefined {
    const row = this.get<object>(`select ${PART} from part where upload = ? and number = ?`, upload, number);
    return row && this.checked(() => parsed<PartRow>(row));
  }
  setPart(upload: string, { number, size, etag, modified, blob, checksum }: PartRow): void {
    const sql = `insert or replace into part (upload, ${PART}) values (?, ?, ?, ?, ?, ?, ?)`;
    this.run(sql, upload, number, size, etag, modified, blob, jsonOrNull(checksum));
  }

  /** @param since when writing started; 0: to be deleted */
  addLoose(blob: string, since: number): void {
    this.run('insert or replace into loose (blob, since) values (?, ?)', blob, since);
  }
  removeLoose(blob: string): void {
    this.run('delete from loose where blob = ?', blob);
  }
  /** Takes a written blob for an object or a part. @returns false if it is being deleted: it took very long, or the clock has jumped */
  claim(blob: string): boolean {
    return this.run('delete from loose where blob = ? and since > 0', blob) === 1;
  }
  looseBefore(time: number, limit: number): string[] {
    return this.all<{ blob: string }>('select blob from loose where since < ? limit ?', time, limit).map(({ blob }) => blob);
  }
}
