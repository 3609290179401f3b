/** A named group of addresses for the firewall rules of one domain or of all domains in the account. */
export interface FirewallGroupTable {
  id: string;
  accountId: string;
  /** Null: every domain of the account. */
  domainId: string | null;
  title: string;
  /** Addresses and ranges in canonical form. */
  addresses: string[];
  version: number;
  createdAt: number;
  updatedAt: number;
}
