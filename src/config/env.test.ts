import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { publicOrigin, readEnv, readSecrets, relyingParty } from './env.ts';

test.each([
  [{}, true],
  [{ ORIGIN: 'http://localhost:4321' }, true],
  [{ ORIGIN: 'https://panel.example' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ DATABASE_URL: 'postgres://x@127.0.0.1/x' }, false],
  [{ ORIGIN: 'https://panel.example', DEMO: 'on' }, true],
  [{ DEMO: 'off' }, false],
])('with %j demo accounts are seeded: %s', (source, demo) => {
  expect(readEnv(source).demo).toBe(demo);
});

test('every wrong variable is named at once', () => {
  expect(() => readEnv({ PORT: 'x', ORIGIN: 'panel.example', SESSION_SECRET: 'short' })).toThrow(/PORT[\s\S]*ORIGIN[\s\S]*SESSION_SECRET/);
});

test('zone files need a folder', () => {
  expect(() => readEnv({ DNS_DRIVER: 'files' })).toThrow(/DNS_FILES_DIR: needed for DNS_DRIVER=files/);
  expect(readEnv({ DNS_DRIVER: 'files', DNS_FILES_DIR: '/srv/zones/' }).DNS_FILES_DIR).toBe('/srv/zones');
});

test('PowerDNS needs the address of its API and a key', () => {
  expect(() => readEnv({ DNS_DRIVER: 'powerdns', PDNS_URL: 'http://127.0.0.1:8081' })).toThrow(/DNS_DRIVER: powerdns needs PDNS_URL/);
  const key = { PDNS_API_KEY: 'at least sixteen characters' };
  expect(readEnv({ DNS_DRIVER: 'powerdns', PDNS_URL: 'http://127.0.0.1:8081/', ...key }).PDNS_URL).toBe('http://127.0.0.1:8081');
});

test('ClickHouse needs an address with a user', () => {
  expect(() => readEnv({ LOG_DRIVER: 'clickhouse' })).toThrow(/CLICKHOUSE_URL: needed for LOG_DRIVER=clickhouse/);
  expect(() => readEnv({ LOG_DRIVER: 'elastic' })).toThrow(/LOG_DRIVER/);
  for (const url of [
    'ch.example',
    'tcp://nasim:x@ch.example:9000/nasim',
    'https://ch.example:8443/nasim',
    'https://nasim:x@ch.example/a/b',
    'https://nasim:x@ch.example/nasim?secure=1',
    'https://nasim:x@ch.example/na-sim',
    'https://nasim:%E0%A4@ch.example/nasim',
  ])
    expect(() => readEnv({ LOG_DRIVER: 'clickhouse', CLICKHOUSE_URL: url }), url).toThrow(/CLICKHOUSE_URL: a URL with a user/);
  const { CLICKHOUSE_URL } = readEnv({ LOG_DRIVER: 'clickhouse', CLICKHOUSE_URL: 'https://nasim:p%40ss@ch.example:8443/logs' });
  expect(CLICKHOUSE_URL).toEqual({ origin: 'https://ch.example:8443', username: 'nasim', password: 'p@ss', database: 'logs' });
  expect(readEnv({ CLICKHOUSE_URL: 'http://nasim@127.0.0.1:8123' }).CLICKHOUSE_URL).toMatchObject({ password: '', database: 'default' });
});

test('an external S3 store needs its address and a key', () => {
  expect(() => readEnv({ STORE_DRIVER: 's3', S3_ENDPOINT: 'https://s3.example' })).toThrow(/STORE_DRIVER: s3 needs S3_ENDPOINT/);
  const key = { S3_ACCESS_KEY: 'operator', S3_SECRET_KEY: 'at least sixteen characters' };
  expect(readEnv({ STORE_DRIVER: 's3', S3_ENDPOINT: 'https://s3.example/', ...key }).S3_ENDPOINT).toBe('https://s3.example');
});

test('an origin has no path, and defaults to a loopback origin', () => {
  expect(publicOrigin(readEnv({ ORIGIN: 'https://panel.example/x' }))).toBe('https://panel.example');
  expect(publicOrigin(readEnv({ HOST: '::1', PORT: '80' }))).toBe('http://[::1]:80');
});

test('secrets are created once, readable by this user only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = readEnv({ DATA_DIR: folder });
  const first = readSecrets(env);
  expect(readSecrets(env)).toEqual(first);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(readSecrets(readEnv({ DATA_DIR: folder, SESSION_SECRET: 'y'.repeat(32) })).session).toBe('y'.repeat(32));
});

test.each([
  [{ ORIGIN: 'https://panel.example' }, { id: 'panel.example', origin: 'https://panel.example' }],
  [{ ORIGIN: 'https://panel.example:8443/x' }, { id: 'panel.example', origin: 'https://panel.example:8443' }],
  [{}, { id: 'localhost', origin: 'http://localhost:4321' }],
  [
    { PORT: '5000', HOST: '0.0.0.0' },
    { id: 'localhost', origin: 'http://localhost:5000' },
  ],
  [{ ORIGIN: 'http://panel.example' }, null],
  [{ ORIGIN: 'https://192.0.2.7' }, null],
  [{ ORIGIN: 'https://[2001:db8::7]' }, null],
])('with %j passkeys belong to %j', (source, party) => {
  expect(relyingParty(readEnv(source))).toEqual(party);
});

describe('secrets', () => {
  const folderWith = (text?: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'nasim-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    if (text !== undefined) writeFileSync(join(folder, 'secrets.json'), text);
    return folder;
  };
  const read = (folder: string, isInUse: boolean) => () => readSecrets(readEnv({ DATA_DIR: folder }), isInUse);

  test('are not made anew for a database with accounts, which new ones could not read', () => {
    const folder = folderWith();
    expect(read(folder, true)).toThrow(/secrets.json is missing, but the database is in use. Restore it/);
    expect(readdirSync(folder)).toEqual([]);
    read(folder, false)();
    expect(read(folder, true)).not.toThrow();
    expect(readdirSync(folder)).toEqual(['secrets.json']);
  });

  test.each(['', '{"session":"x","tok', '{}', '[]'])('that are damaged are not replaced: %j', (text) => {
    const folder = folderWith(text);
    for (const isInUse of [true, false]) expect(read(folder, isInUse)).toThrow(/secrets.json is damaged. Restore it/);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe(text);
  });
});
