/** A file that a customer uploaded. Its bytes are in the folder of uploads, under a random name. */
export interface StoredFileTable {
  id: string;
  accountId: string;
  /** What it was uploaded for, as in `ticket`. */
  usage: string;
  /** The message that is being written when it is uploaded, named by the browser; duplicates are looked for within it. */
  draft: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the content, hex. */
  hash: string;
  /** Name in the folder of uploads. */
  path: string;
  createdAt: number;
  /** What it belongs to, as a ticket, and the part of it, as a message. Null until that was sent: it is then deleted after a day. */
  ownerId: string | null;
  partId: string | null;
}
