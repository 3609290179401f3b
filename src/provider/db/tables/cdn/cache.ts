/** A request to clear the cache. It is an outbox: an edge takes those without `doneAt`, oldest first, and notes when it is done. */
export interface CacheDeletionTable {
  id: string;
  domainId: string;
  scope: 'all' | 'urls' | 'paths' | 'hosts' | 'tags';
  /** JSON: texts as `readTarget` writes them. */
  items: string;
  createdAt: number;
  doneAt: number | null;
}
