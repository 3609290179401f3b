import type { EdgeReport } from '../../../../lib/rules/cdn/edge/bundle.ts';

/** The policy of a domain as published for edges (`rules/cdn/edge/bundle.ts`). Only `drivers/edge/node.ts` writes it. */
export interface EdgePolicyTable {
  domainId: string;
  version: number;
  /** Order of publication, over all domains: the cursor of edges. */
  place: number;
  /** JSON of `DomainPolicy`; null: the domain was removed. */
  body: string | null;
  /** `body` has private keys and is sealed. */
  isSealed: boolean;
  publishedAt: number;
}

/** The state that the desired version of a domain stands for, so that a change without effect on it doesn't raise the version. */
export interface EdgeWantedTable {
  domainId: string;
  /** SHA-256 of the canonical policy without its version. */
  hash: string;
}

/** An edge, as it last reported. */
export interface EdgeNodeTable {
  id: string;
  hostname: string;
  /** By domain ID, as `refused`. */
  versions: EdgeReport['versions'];
  refused: EdgeReport['refused'];
  startedAt: number;
  seenAt: number;
  /** It has a database of countries and AS numbers; null: an edge of an older version. */
  places: boolean | null;
  /** Null: an edge of an older version. */
  abilities: NonNullable<EdgeReport['abilities']> | null;
  /** Null: none, or an edge of an older version. */
  warnings: NonNullable<EdgeReport['warnings']> | null;
}
