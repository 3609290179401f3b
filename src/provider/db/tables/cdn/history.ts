/** A moment in the history of a domain: its state after the change with this place. */
export interface DomainVersionTable {
  id: string;
  domainId: string;
  /** `changeLog.place` of the last change that it includes. */
  place: number;
  at: number;
  /** The plan at that time. */
  plan: 'free' | 'eco' | 'com' | 'pro' | 'ent';
}

/** The rows of one area at a version; the same until the next row of the area. */
export interface DomainStateTable {
  domainId: string;
  area: string;
  place: number;
  /** SHA-256 of the rows in canonical JSON. */
  hash: string;
  /** The same JSON, compressed with gzip, in base64. */
  data: string;
}

/** Up to which change a domain was captured. */
export interface DomainCaptureTable {
  domainId: string;
  place: number;
  at: number;
}
