/**
 * Calls of edges, which the adapter passes on unchanged. They aren't part of the contract: they have no session, their bearer token is
 * a key of edges (none joins yet, its body has a token for one use), and their bodies have formats of their own (lib/rules/cdn/edge/bundle.ts). By method and path; `limit` is the
 * largest body in bytes.
 */
export const edgeCalls: Readonly<Record<string, { limit: number }>> = {
  'POST /edge/join': { limit: 4 * 1024 },
  'GET /edge/bundle': { limit: 0 },
  'POST /edge/heartbeat': { limit: 16 * 1024 },
  // A version of every domain.
  'POST /edge/report': { limit: 8 * 1024 * 1024 },
  'POST /log/ingest': { limit: 4 * 1024 * 1024 },
};

/** Headers of these calls, besides `authorization`, and of their responses. */
export const edgeHeaders = ['content-type', 'content-encoding', 'accept-encoding', 'x-batch-id', 'x-edge-release'] as const;
