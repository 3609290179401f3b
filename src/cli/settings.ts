import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { exits, Failure, usage } from './failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A portal and the key for it. */
export interface Context {
  url: string;
  key: string;
}
export interface Settings {
  /** Name of the context that is used; null: none. */
  current: string | null;
  contexts: Record<string, Context>;
}

/** Where the settings are, by the XDG Base Directory Specification: a relative path in the variable is ignored. */
export function settingsFile(env: Environment): string {
  const base = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(env.HOME || homedir(), '.config');
  return join(base, 'nasim', 'config.json');
}

/** @throws Failure when the file exists and can't be read */
export function readSettings(env: Environment): Settings {
  const file = settingsFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, contexts: {} };
    throw usage(`${file} can’t be read: ${(error as Error).message}`);
  }
  try {
    const { current, contexts } = JSON.parse(text) as Settings; // written by `writeSettings`, and checked below
    const isWhole = Object.values(contexts).every(({ url, key }) => typeof url === 'string' && typeof key === 'string');
    if (isWhole && (current === null || typeof current === 'string')) return { current, contexts };
  } catch {
    // Reported below.
  }
  throw usage(`${file} isn’t a settings file of nasim. Correct or delete it.`);
}

/** Replaces the file as a whole; only its owner can read it, because it contains keys. */
export function writeSettings(env: Environment, settings: Settings): void {
  const file = settingsFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
}

/**
 * The address of a portal, without a path or a slash at its end.
 * @throws Failure for anything but https, except on this machine: the key is sent with every call
 */
export function portalUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usage(`“${text}” isn’t a URL. Use the address of your panel, as in https://panel.example.com.`);
  const isLocal = url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\./.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal) throw usage('The key would be sent unencrypted. Use https://.');
  return url.origin;
}

/**
 * The portal and key to use: of `--context` or NASIM_CONTEXT, else of NASIM_URL and NASIM_KEY, else of the last sign-in.
 * @param name of a context, from `--context`
 */
export function chooseContext(env: Environment, name: string | undefined): Context {
  const wanted = name ?? (env.NASIM_CONTEXT || undefined);
  // The guides for curl call it NASIM_TOKEN.
  const key = env.NASIM_KEY || env.NASIM_TOKEN;
  const url = env.NASIM_URL ? portalUrl(env.NASIM_URL) : null;
  if (wanted === undefined && key) {
    if (url === null) throw new Failure(exits.noRight, 'NASIM_KEY is set without NASIM_URL. Set both.');
    return { url, key };
  }
  const { current, contexts } = readSettings(env);
  if (wanted !== undefined) return contexts[wanted] ?? fail(`There is no context “${wanted}”. “nasim context list” lists them.`);
  const last = current === null ? undefined : contexts[current];
  const context = url === null || last?.url === url ? last : Object.values(contexts).find((one) => one.url === url);
  return (
    context ?? fail(`You aren’t signed in${url === null ? '' : ` to ${url}`}. Run “nasim login --url URL”, or set NASIM_URL and NASIM_KEY.`)
  );
}

function fail(message: string): never {
  throw new Failure(exits.noRight, message);
}
