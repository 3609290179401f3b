import type { Generated } from 'kysely';
import type { EdgeHeartbeat, EdgeReport } from '../../../../lib/rules/cdn/edge/bundle.ts';
import type { Continent, EdgeMode, EdgePresence, SteeredEdge } from '../../../../lib/rules/cdn/edge/fleet.ts';

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
  /** The place of the newest policies that it serves, of its last report; null: an edge of an older version. */
  servedPlace: number | null;
  /** SHA-256 of its last report; null: none, or one from before they were compared. */
  reportHash: string | null;
  /** It has a database of countries and AS numbers; null: an edge of an older version. */
  places: boolean | null;
  /** Null: an edge of an older version. */
  abilities: NonNullable<EdgeReport['abilities']> | null;
  /** Null: none, or an edge of an older version. */
  warnings: NonNullable<EdgeReport['warnings']> | null;
  /** Null: an operator hasn't named it. */
  name: string | null;
  placeId: string | null;
  /** IP addresses that visitors reach it by; empty: DNS never answers with it. */
  addresses: Generated<string[]>;
  mode: Generated<EdgeMode>;
  /** Of what operators change. */
  version: Generated<number>;
  /** SHA-256 of its own key; null: it uses the shared one, or hasn't joined yet. */
  keyHash: string | null;
  /** SHA-256 of the token that it may join with. */
  tokenHash: string | null;
  tokenExpiresAt: number | null;
  /** Its key is refused. */
  removedAt: number | null;
  /** Null: an edge of an older version. */
  release: string | null;
  /** When its last heartbeat came by the portal's clock; null: none, or an edge of an older version. */
  heartbeatAt: number | null;
  heartbeat: EdgeHeartbeat | null;
  /** That of the next heartbeat. */
  nonce: string | null;
  /** Whether DNS answers with it; null: it was never looked at. */
  presence: EdgePresence | null;
}

/** A place where edges are. */
export interface EdgePlaceTable {
  id: string;
  name: string;
  continent: Continent;
  /** Two capital letters; null: somewhere on the continent. */
  country: string | null;
  /** Requests a second that its edges can take together; null: unlimited. */
  capacity: number | null;
  version: number;
}

/** The one row, `fleet`: the edges that DNS answers with. */
export interface EdgeSteeringTable {
  id: string;
  /** Increases with every change of `edges`. */
  version: number;
  edges: SteeredEdge[];
  changedAt: number;
}
