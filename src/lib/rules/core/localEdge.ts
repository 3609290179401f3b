/** Where the edge beside the portal listens. */
export interface LocalEdgeState {
  /** As in `http://127.0.0.1:8080`; null while it doesn't listen. */
  address: string | null;
  /** The same over TLS. */
  secure: string | null;
  /** The port on 127.0.0.1 of the website behind demo domains; null: there is none. */
  demoOrigin: number | null;
}

export const noLocalEdge: LocalEdgeState = { address: null, secure: null, demoOrigin: null };
