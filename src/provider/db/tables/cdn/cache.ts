/** A cache purge request. It reaches edges with the policy of its domain, and is done when every connected edge has that version. */
export interface CacheDeletionTable {
  id: string;
  domainId: string;
  scope: 'all' | 'urls' | 'paths' | 'hosts' | 'tags';
  /** In the format of `readTarget`. */
  items: string[];
  createdAt: number;
  doneAt: number | null;
  /** The first version of the domain's policy that contains it; null: not published yet. */
  edgeVersion: number | null;
}
