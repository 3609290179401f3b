/** The free server of an account, available once. The row remains after the server is removed. */
export interface OneDayServerTable {
  accountId: string;
  serverId: string;
  createdAt: number;
}
