/** The free server of an account, which it may have once. The row stays when the server is gone. */
export interface OneDayServerTable {
  accountId: string;
  serverId: string;
  createdAt: number;
}
