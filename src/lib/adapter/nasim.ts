import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '../env.ts';
import type { ProviderTexts } from '../i18n/server.ts';
import type { Adapter } from './adapter.ts';
import type { ScriptImports } from './preloads.ts';
import type { Upstream } from './upstream.ts';

/** A mail or a text message as the mailbox of a demo shows it. */
export interface Letter {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  /** Empty for a text message. */
  subject: string;
  text: string;
  /** BCP 47 */
  language: string;
  /** Epoch milliseconds. */
  time: number;
}

/** What runs behind the pages. One for each process, made by `src/boot.ts`. */
export interface Nasim {
  env: Env;
  adapter: Adapter;
  upstream: Upstream;
  /** Answers a call on Node's own request, without Astro's page pipeline in between. */
  api(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Texts of a remote provider, to lie over the built-in ones; null when there are none. */
  translations(): ProviderTexts | null;
  /** The contract as OpenAPI 3.1, as JSON. */
  openapi(): string;
  /** The newest mails, newest first. Absent where the provider is elsewhere. Ask through `mailboxFor`. */
  mailbox?: () => Promise<readonly Letter[]>;
  /** What the browser's scripts import. `server.mjs` has it from the build; absent in development. */
  imports?: ScriptImports;
  /** Runs the jobs, from now until `stop`. */
  start(): void;
  /** Ends the open streams, so that a server that closes does not wait for them. */
  drain(): void;
  stop(): Promise<void>;
}

declare global {
  var nasim: Promise<Nasim> | undefined;
}

/** The running portal, for pages and the endpoint. @throws when nobody has booted it */
// biome-ignore lint/suspicious/noRedeclare: the global of that name is what it gives
export function nasim(): Promise<Nasim> {
  if (!globalThis.nasim) throw new Error('the portal is not running: start it with server.mjs or npm run dev');
  return globalThis.nasim;
}
