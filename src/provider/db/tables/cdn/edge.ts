/** Settings of one group, such as `cache`. A domain without a row has the defaults (rules/edge/defaults.ts). */
export interface EdgeSettingTable {
  domainId: string;
  group: string;
  /** `EdgeSettings` of the group. */
  value: object;
  version: number;
  updatedAt: number;
}

/** A rule of an ordered list: page rules, firewall, WAF, rate limits. */
export interface EdgeItemTable {
  id: string;
  domainId: string;
  group: string;
  /** Unique in its list; the lowest number is applied first. The order has no draft: it applies to saved and deployed rules alike. */
  priority: number;
  deploy: boolean;
  /** JSON: `EdgeItems` of the group, without the priority. */
  data: string;
  /** Disabled by its owner; a rule that is neither deployed nor off is a draft that was never deployed. */
  off: boolean;
  /** The version on the edge, if it differs from `data`; null: see `deploy`. */
  deployed: string | null;
  /**
   * The version of the domain's policy that first contained what edges get of this rule, or first lacked it. Null: that of the next
   * comparison, or, if nothing differs, the wanted one.
   */
  edgeVersion: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}
