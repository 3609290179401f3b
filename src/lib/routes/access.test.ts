import { expect, test } from 'vitest';
import { type Engines, lackedAreas } from '../rules/core/capabilities.ts';
import { accessWithout, isInArea, isOffered } from './access.ts';
import { type RouteName, routeNames } from './index.ts';

const engines: Engines = {
  edge: 'connected',
  places: 'connected',
  edgeAddresses: true,
  http3: true,
  l34: false,
  captcha: 'none',
  originVerification: true,
  accessLogs: false,
  dns: 'node',
  dnssec: true,
  certificates: 'public',
  objectStore: 's3',
  payment: 'connected',
  compute: 'connected',
};

test('a provider lacks the areas that it names, their parts, and those without an engine', () => {
  expect(lackedAreas(null)).toEqual([]);
  expect(lackedAreas(engines)).toEqual([]);
  expect(lackedAreas({ ...engines, lacks: ['cloud'] })).toEqual(['cloud', 'servers', 'spaces']);
  expect(lackedAreas({ ...engines, lacks: ['cdn', 'support'] })).toEqual(['cdn', 'clusters', 'support']);
  expect(lackedAreas({ ...engines, lacks: ['clusters'] })).toEqual(['clusters']);
  expect(lackedAreas({ ...engines, compute: 'none' })).toEqual(['servers']);
  expect(lackedAreas({ ...engines, compute: 'none', objectStore: 'none' })).toEqual(['cloud', 'servers', 'spaces']);
  expect(lackedAreas({ ...engines, payment: 'none' })).toEqual(['payments']);
  expect(lackedAreas({ ...engines, lacks: ['finance'] })).toEqual(['finance', 'payments']);
});

test('the screens of an area that is lacking are offered to nobody, and all others to those who had them', () => {
  for (const lacks of ['cdn', 'clusters', 'cloud', 'finance', 'support'] as const) {
    const lacked = lackedAreas({ ...engines, lacks: [lacks] });
    const own = accessWithout(null, lacked);
    const hidden = routeNames.filter((name) => !isInArea(lacked, name));
    expect(hidden.length, lacks).toBeGreaterThan(3);
    expect(routeNames.filter((name) => !isOffered(own, name))).toEqual(hidden);
  }
});

test('a role isn’t widened', () => {
  const reader = { self: 'write', domains: 'read', orders: 'none', cloud: 'read', allServers: 'read', finance: 'none' } as const;
  const access = accessWithout(reader, ['servers', 'cloud']);
  const offers = (name: RouteName) => isOffered(access, name);
  expect([offers('servers'), offers('wallet'), offers('domains'), offers('domainAdd')]).toEqual([false, false, true, false]);
  expect(accessWithout(reader, [])).toBe(reader);
  expect(accessWithout(null, [])).toBe(null);
});
