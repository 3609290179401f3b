import type { ServerRule } from '../../../../lib/rules/cloud/firewall.ts';

/** A private network. The settings of the servers define which servers are in it. */
export interface PrivateNetworkTable {
  id: string;
  accountId: string;
  name: string;
  cidr: string;
  dataCenterId: number;
  createdAt: number;
}

/** A firewall group of servers. The settings of the servers define which servers use it. */
export interface ServerFirewallTable {
  id: string;
  accountId: string;
  title: string;
  description: string;
  /** At most one group per account. */
  isDefault: boolean;
  /** In order of priority. */
  rules: (ServerRule & { id: string })[];
  version: number;
  createdAt: number;
  updatedAt: number;
}
