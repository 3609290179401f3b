import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { ApiKey } from '../lib/contract/account/apiKey.ts';
import { Client } from './client.ts';
import { exits, Failure, usage } from './failure.ts';
import { readStandardInput } from './files.ts';
import { everywhere, parsed } from './flags.ts';
import { show, type Terminal, table } from './output.ts';
import { chooseContext, portalUrl, readSettings, settingsFile, writeSettings } from './settings.ts';

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  language: string;
  terminal: Terminal;
}

/**
 * What is typed on the terminal. Ctrl+C and Ctrl+D end the program, as an interruption.
 * @param isSecret not shown
 */
export async function promptUser(question: string, isSecret = false): Promise<string> {
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  // It turns the terminal’s own echo off, so the question comes afterward.
  const reader = createInterface({ input: process.stdin, output: isSecret ? muted : process.stderr, terminal: true });
  const interrupt = () => {
    process.stderr.write('\n');
    process.exit(130);
  };
  reader.once('close', interrupt);
  if (isSecret) process.stderr.write(question);
  const answer = await reader.question(isSecret ? '' : question);
  reader.off('close', interrupt);
  reader.close();
  if (isSecret) process.stderr.write('\n');
  return answer;
}

const currentKey = async (client: Client): Promise<ApiKey> => {
  const response = await client.send({ method: 'GET', path: '/auth/apiKey/current', isRepeatable: true });
  return ((await response.json()) as { apiKey: ApiKey }).apiKey;
};

/** Verifies a key and stores it. */
export async function login(words: readonly string[], { env, language, terminal }: Surroundings): Promise<void> {
  const { values } = parsed(() => parseArgs({ args: [...words], options: { ...everywhere, url: { type: 'string' } }, strict: true }));
  const address = values.url ?? env.NASIM_URL;
  if (!address) throw usage('--url is required: the address of your panel.');
  const url = portalUrl(address);
  const typed = process.stdin.isTTY ? await promptUser('API key: ', true) : (await readStandardInput()).toString('utf8');
  const key = typed.trim();
  if (!/^nsm_[\w-]+$/.test(key)) throw usage('That isn’t an API key. It begins with nsm_.');
  const { name } = await currentKey(new Client({ url, key }, language));
  const context = values.context ?? new URL(url).host;
  const settings = readSettings(env);
  writeSettings(env, { current: context, contexts: { ...settings.contexts, [context]: { url, key } } });
  terminal.err(`Signed in to ${url} with the key “${name}”, stored in ${settingsFile(env)} as “${context}”.`);
}

export async function logout(words: readonly string[], { env, terminal }: Surroundings): Promise<void> {
  const { values } = parsed(() => parseArgs({ args: [...words], options: everywhere, strict: true }));
  const { current, contexts } = readSettings(env);
  const name = values.context ?? current;
  if (name === null || !contexts[name])
    throw new Failure(exits.noRight, name === null ? 'You aren’t signed in.' : `There is no context “${name}”.`);
  const { [name]: removed, ...others } = contexts;
  writeSettings(env, { current: name === current ? (Object.keys(others)[0] ?? null) : current, contexts: others });
  terminal.err(`Signed out of ${removed?.url}. The key stays valid; delete it in the panel if nothing uses it.`);
}

export async function whoami(words: readonly string[], { env, language, terminal }: Surroundings): Promise<void> {
  const { values } = parsed(() => parseArgs({ args: [...words], options: everywhere, strict: true }));
  const context = chooseContext(env, values.context);
  const key = await currentKey(new Client(context, language));
  if (values.json) return terminal.out(JSON.stringify({ url: context.url, apiKey: key }, null, 2));
  const access = Object.entries(key.access).filter(([, level]) => level !== 'none');
  show(
    {
      url: context.url,
      key: `${key.name} (${key.tokenHint}…)`,
      expires: key.expireDate ?? 'never',
      access: access.map(([area, level]) => `${area}:${level}`),
      domains: key.domainIds ?? 'all',
      servers: key.serverIds ?? 'all',
      addresses: key.allowedIps.length > 0 ? key.allowedIps : 'all',
    },
    terminal,
  );
}

export async function contextCommand(words: readonly string[], { env, terminal }: Surroundings): Promise<void> {
  const { values, positionals } = parsed(() => parseArgs({ args: [...words], options: everywhere, allowPositionals: true, strict: true }));
  const [verb, name] = positionals;
  const { current, contexts } = readSettings(env);
  const rows = Object.entries(contexts).map(([one, { url }]) => ({ name: one, url, current: one === current }));
  if (verb === 'list' && name === undefined) return values.json ? terminal.out(JSON.stringify(rows, null, 2)) : table(rows, terminal);
  if (verb !== 'use' || name === undefined || positionals.length > 2) throw usage('Use “nasim context list” or “nasim context use NAME”.');
  if (!contexts[name]) throw new Failure(exits.notFound, `There is no context “${name}”. “nasim context list” lists them.`);
  writeSettings(env, { current: name, contexts });
}
