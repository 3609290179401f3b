import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuiltInBrand } from './config/brand.ts';
import { type Env, publicOrigin } from './config/env.ts';
import { edgeVariables } from './edge/base/env.ts';
import { type Supervised, supervise } from './lib/node/supervise.ts';
import { type LocalEdgeState, noLocalEdge } from './lib/rules/core/localEdge.ts';

interface Options {
  env: Env;
  keys: { key: string; verifying: string };
  /** Where the portal listens, on HOST. */
  port: number;
  /** Called whenever the edge listens, and with null when it has ended. */
  onListening(at: LocalEdgeState): void;
  warn(message: string): void;
  /** The program of the edge; another one in tests. */
  program?: string;
  /** Delay of the first restart, in milliseconds. */
  firstDelay?: number;
}

const edgeProgram = fileURLToPath(new URL('./edge/main.ts', import.meta.url));

/** Runs an edge beside the portal. It faces visitors, so it gets only its own variables: none of the portal's secrets. */
export const superviseEdge = ({ env, keys, port, onListening, warn, program = edgeProgram, firstDelay }: Options): Supervised =>
  supervise({
    name: 'edge',
    program,
    env: {
      ...Object.fromEntries(edgeVariables.map((name) => [name, process.env[name]])),
      EDGE_CONTROL_URL: `http://${ownAddress(env.HOST)}:${port}/api`,
      EDGE_KEY: keys.key,
      EDGE_VERIFY_KEY: keys.verifying,
      EDGE_DIR: join(env.DATA_DIR, 'edge'),
      EDGE_HOST: env.HOST,
      EDGE_PORT: String(env.EDGE_PORT),
      EDGE_TLS_PORT: String(env.EDGE_TLS_PORT),
      EDGE_WHY_URL: publicOrigin(env),
      ...(!isBuiltInBrand() && { EDGE_BRAND: join(env.DATA_DIR, 'site', 'brand.json') }),
      EDGE_DEMO_ORIGIN: env.demo ? '1' : '0',
    },
    onMessage: (message) => onListening(message as LocalEdgeState), // as src/edge/main.ts sends it
    onEnd(errors) {
      onListening(noLocalEdge);
      return errors.includes('EADDRINUSE') ? ' Its port is in use: choose others with EDGE_PORT, EDGE_TLS_PORT and EDGE_METRICS_PORT.' : '';
    },
    warn,
    firstDelay,
  });

/** Connections of the edge to the portal don't leave this machine, whatever the portal listens on. */
function ownAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
}
