/** Addresses under one name, for the firewall rules of one domain or of all that the account has. */
export interface FirewallGroupTable {
  id: string;
  accountId: string;
  /** Null: every domain of the account. */
  domainId: string | null;
  title: string;
  /** JSON: addresses and ranges, each in its one form. */
  addresses: string;
  version: number;
  createdAt: number;
  updatedAt: number;
}
