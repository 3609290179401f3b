/**
 * The provider's figures. Texts never contain them literally, but as `{{uptime}}`, and
 * layouts/parts/facts.ts inserts them in the language of the page. An example for a provider to replace, like the plan catalogue.
 */
export const facts = {
  /** Availability of the edge per month. */
  uptime: 0.9999,
  /** Monthly gigabytes of every account in addition to the traffic of its plans. */
  freeTraffic: 200,
  /** Price of a gigabyte of CDN traffic beyond both, in mills (1/1000 of the currency unit). */
  trafficPrice: 40,
  /** Maximum hours for a change of name servers. */
  nameServerUpdate: 24,
  /** Days after a purchase in which the plan can't be downgraded. */
  downgradeLock: 15,
  /** Hours that services stay on with a negative balance. */
  graceNegative: 24,
  /** Minutes after which the WAF's detection mode ends. */
  wafDetection: 30,
  upload: { files: 5, megabytes: 30 },
  /** Maximum cache TTL in days; the minimum depends on the plan. */
  cacheMax: 365,
  /** Default image quality, in percent. */
  imageQuality: 75,
} as const;
