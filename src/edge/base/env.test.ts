import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readEdgeEnv } from './env.ts';

const { publicKey } = generateKeyPairSync('ed25519');
const EDGE_VERIFY_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const least = { EDGE_CONTROL_URL: 'http://127.0.0.1:4321/api/', EDGE_KEY: 'a'.repeat(32), EDGE_VERIFY_KEY };

test('defaults apply, and the control URL has no final slash', () => {
  expect(readEdgeEnv(least)).toMatchObject({
    EDGE_CONTROL_URL: 'http://127.0.0.1:4321/api',
    EDGE_PORT: 8080,
    EDGE_PREVIEW_ZONE: 'edge.localhost',
  });
});

test.each([
  [{ EDGE_VERIFY_KEY: 'abc' }, 'EDGE_VERIFY_KEY: an Ed25519 public key'],
  [{ EDGE_CONTROL_URL: 'ftp://x' }, 'EDGE_CONTROL_URL'],
  [{ EDGE_KEY: '' }, 'EDGE_KEY'],
  [{ EDGE_PORT: '70000' }, 'EDGE_PORT'],
])('%j is refused by name', (wrong, message) => expect(() => readEdgeEnv({ ...least, ...wrong })).toThrow(message));
