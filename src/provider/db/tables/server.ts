export interface ServerTable {
  id: string;
  userId: string;
  name: string;
  /** JSON of the rest; the compute driver owns it. */
  data: string;
  createdAt: number;
}
