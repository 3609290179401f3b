/** Settings of one group, such as `cache`. A domain without a row has the defaults (rules/edge/defaults.ts). */
export interface EdgeSettingTable {
  domainId: string;
  group: string;
  /** JSON: `EdgeSettings` of the group. */
  value: string;
  version: number;
  updatedAt: number;
}

/** A rule of an ordered list: page rules, firewall, WAF, rate limits. */
export interface EdgeItemTable {
  id: string;
  domainId: string;
  group: string;
  /** Unique in its list; the least is the highest rule. Order has no draft: it holds for what is saved and what is deployed. */
  priority: number;
  deploy: number;
  /** JSON: `EdgeItems` of the group, without the priority. */
  data: string;
  /** 1: its owner turned it off; not deployed and not off is a draft that was never deployed. */
  off: number;
  /** What the edge holds when that is not `data`; null: as `deploy` says. */
  deployed: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}
