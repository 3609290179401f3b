import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Env } from '../config/env.ts';
import type { ProviderTexts } from '../lib/i18n/server.ts';
import type { Metrics } from '../lib/node/metrics.ts';
import type { Engines } from '../lib/rules/core/capabilities.ts';
import type { Values } from '../lib/rules/core/placeholders.ts';
import type { Warning } from '../lib/rules/core/warning.ts';
import type { Adapter } from './adapter.ts';
import type { ScriptImports } from './preloads.ts';
import type { Upstream } from './upstream.ts';

/** An email or SMS in the mailbox of a demo. */
export interface OutboxMessage {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  /** Empty for an SMS. */
  subject: string;
  text: string;
  /** BCP 47 */
  language: string;
  /** Epoch milliseconds. */
  time: number;
}

/** The services behind the pages. One per process, created by `src/boot.ts`. */
export interface Nasim {
  env: Env;
  adapter: Adapter;
  upstream: Upstream;
  log: Logger;
  /** Records a page that was rendered. `route`: its pattern, as in `/domains/[domain]/dns`. */
  recordPage(route: string, status: number, seconds: number): void;
  /** Handles a call directly from Node's request, without Astro's page pipeline. */
  api(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Handles upgrades of Node's server: WebSockets of consoles. Refused with a remote provider. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Texts of a remote provider, which override the built-in ones; null if there are none. */
  translations(): ProviderTexts | null;
  /** What the provider has, from memory; null while it has never answered. */
  engines(): Promise<Engines | null>;
  /** The contract as OpenAPI 3.1, as JSON. */
  openapi(): string;
  /** For the edge beside the portal; absent if it runs elsewhere, or there is none. `local.address` is set while it runs. */
  edge?: { keys: { key: string; verifying: string }; local: { address: string | null } };
  /** Servers run on this host: the compute process is started beside the portal. */
  hasLocalCompute: boolean;
  /** The newest emails first. Absent with a remote provider. Call it through `mailboxFor`. */
  mailbox?: () => Promise<readonly OutboxMessage[]>;
  /** The values of this installation for placeholders in pages; the same object until one changes. */
  values(): Values;
  /** The same with the current prices of the provider. */
  currentValues(): Promise<Values>;
  /** The scripts that the browser imports. `server.mjs` reads them from the build; absent in development. */
  imports?: ScriptImports;
  /** Whether it can serve requests, the latest results of its checks, and warnings, which don't affect `ok`. `host`: an edge; null: this machine. */
  health(): Promise<{
    ok: boolean;
    details: readonly { name: string; ok: boolean | null; checkedAt: string | null }[];
    warnings: readonly (Warning & { host: string | null })[];
  }>;
  /** What this process counts. */
  metrics: Metrics;
  /** For `/readyz`, by name. */
  checks: Readonly<Record<string, () => boolean | Promise<boolean>>>;
  /** Runs the jobs until `stop`. */
  start(): void;
  /** Ends the open streams, so that closing the server doesn't wait for them. */
  drain(): void;
  stop(): Promise<void>;
}

declare global {
  var nasim: Promise<Nasim> | undefined;
}

/** The running portal, for pages and the endpoint. @throws if it has not been booted */
// biome-ignore lint/suspicious/noRedeclare: it returns the global of the same name
export function nasim(): Promise<Nasim> {
  if (!globalThis.nasim) throw new Error('the portal is not running: start it with server.mjs or npm run dev');
  return globalThis.nasim;
}
