/** A private network. Which servers are in it is in the settings of the servers. */
export interface PrivateNetworkTable {
  id: string;
  accountId: string;
  name: string;
  cidr: string;
  dataCenterId: number;
  createdAt: number;
}

/** A firewall group of servers. Which servers use it is in the settings of the servers. */
export interface ServerFirewallTable {
  id: string;
  accountId: string;
  title: string;
  description: string;
  /** 1 for at most one group of an account. */
  isDefault: number;
  /** JSON: the rules with their ids, the highest first. */
  rules: string;
  version: number;
  createdAt: number;
  updatedAt: number;
}
