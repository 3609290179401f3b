/** An export of an account's data. Its file is the row of `storedFile` that it owns. */
export interface DataExportTable {
  id: string;
  accountId: string;
  /** The language of texts and invoices in it. */
  language: string;
  status: 'waiting' | 'ready' | 'failed';
  taskId: string;
  createdAt: number;
  /** Until when it can be downloaded; null until it is ready. */
  expiresAt: number | null;
}
