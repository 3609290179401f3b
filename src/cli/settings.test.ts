import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { languageOf } from './language.ts';
import { chooseContext, portalUrl, readSettings, settingsFile, writeSettings } from './settings.ts';

function home(): { XDG_CONFIG_HOME: string } {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { XDG_CONFIG_HOME: folder };
}
const shop = { url: 'https://panel.example.com', key: 'nsm_shop' };
const blog = { url: 'https://other.example.com', key: 'nsm_blog' };

test('only the owner can read the keys', () => {
  const env = home();
  expect(readSettings(env)).toEqual({ current: null, contexts: {} });
  writeSettings(env, { current: 'shop', contexts: { shop } });
  expect(statSync(settingsFile(env)).mode & 0o777).toBe(0o600);
  expect(readSettings(env)).toEqual({ current: 'shop', contexts: { shop } });
  writeFileSync(settingsFile(env), '{"contexts":[');
  expect(() => readSettings(env)).toThrow('isn’t a settings file');
});

test('the account of a command: --context, then the environment, then the last sign-in', () => {
  const env = home();
  expect(() => chooseContext(env, undefined)).toThrow('You aren’t signed in.');
  writeSettings(env, { current: 'shop', contexts: { shop, blog } });
  expect(chooseContext(env, undefined)).toEqual(shop);
  expect(chooseContext(env, 'blog')).toEqual(blog);
  expect(chooseContext({ ...env, NASIM_CONTEXT: 'blog' }, undefined)).toEqual(blog);
  const environment = { ...env, NASIM_URL: 'http://127.0.0.1:4321/', NASIM_KEY: 'nsm_env' };
  expect(chooseContext(environment, undefined)).toEqual({ url: 'http://127.0.0.1:4321', key: 'nsm_env' });
  expect(chooseContext(environment, 'shop')).toEqual(shop);
  expect(() => chooseContext(env, 'none')).toThrow('There is no context “none”');
  // The key of one portal is never sent to another one.
  expect(chooseContext({ ...env, NASIM_URL: blog.url }, undefined)).toEqual(blog);
  expect(() => chooseContext({ ...env, NASIM_URL: 'https://third.example.com' }, undefined)).toThrow(
    'signed in to https://third.example.com',
  );
  expect(() => chooseContext({ ...env, NASIM_KEY: 'nsm_env' }, undefined)).toThrow('Set both');
});

test('a key is sent over TLS, or on this machine', () => {
  expect(portalUrl('https://panel.example.com/account?x=1')).toBe('https://panel.example.com');
  expect(portalUrl('http://localhost:4321')).toBe('http://localhost:4321');
  for (const url of ['http://panel.example.com', 'panel.example.com', 'ftp://127.0.0.1']) expect(() => portalUrl(url)).toThrow();
});

test('the language comes from the locale', () => {
  expect(languageOf({ LANG: 'fa_IR.UTF-8' })).toBe('fa-IR');
  expect(languageOf({ LANG: 'fa_IR.UTF-8', LC_ALL: 'es' })).toBe('es');
  for (const LANG of ['C', 'POSIX', 'C.UTF-8', '', 'x;y']) expect(languageOf({ LANG })).toBe('en');
});
