/** A file uploaded by a customer. Its content is in the upload folder, under a random name. */
export interface StoredFileTable {
  id: string;
  accountId: string;
  /** The purpose of the upload, such as `ticket`. */
  usage: string;
  /** The draft message that it is uploaded for, with an ID from the browser; duplicates are detected within it. */
  draft: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the content, hex. */
  hash: string;
  /** File name in the upload folder. */
  path: string;
  createdAt: number;
  /** The owning item, such as a ticket, and its part, such as a message. Null until sent: unsent files are deleted after a day. */
  ownerId: string | null;
  partId: string | null;
}
