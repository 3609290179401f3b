/** A cache purge request. The table is an outbox: an edge processes rows without `doneAt`, oldest first, and sets it when done. */
export interface CacheDeletionTable {
  id: string;
  domainId: string;
  scope: 'all' | 'urls' | 'paths' | 'hosts' | 'tags';
  /** JSON: texts in the format of `readTarget`. */
  items: string;
  createdAt: number;
  doneAt: number | null;
}
