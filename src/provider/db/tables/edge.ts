/** Settings of one area, as in api.md sections 15 to 23. A domain without a row has the defaults (rules/edge/defaults.ts). */
export interface EdgeSettingTable {
  domainId: string;
  area: string;
  /** JSON: `EdgeSettings` of the area. */
  value: string;
  version: number;
  updatedAt: number;
}

/** A rule of an ordered list: page rules, firewall, WAF, rate limits. */
export interface EdgeItemTable {
  id: string;
  domainId: string;
  area: string;
  /** Unique in its list; the least is the highest rule. Order has no draft: it holds for what is saved and what is deployed. */
  priority: number;
  deploy: number;
  /** JSON: `EdgeItems` of the area, without the priority. */
  data: string;
  /** What the edge holds when that is not `data`; null: as `deploy` says. */
  deployed: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}
