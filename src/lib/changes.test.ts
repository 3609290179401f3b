import { describe, expect, test } from 'vitest';
import { describeChange } from './changes.ts';
import type { Change } from './contract/core/log.ts';
import { locales } from './i18n/locales.ts';
import { translator } from './i18n/server.ts';

const change = (over: Partial<Change>): Change => ({
  id: '1',
  time: '2026-11-20T12:00:00.000Z',
  actor: { type: 'user', name: 'sara@mail.example' },
  via: 'panel',
  ip: '192.0.2.1',
  group: 'domain',
  action: 'update',
  entity: { type: 'domain', id: 'd', name: 'shop.example' },
  domain: { id: 'd', name: 'shop.example' },
  changes: [],
  complete: true,
  ...over,
});
const changeText = (over: Partial<Change>) => describeChange(translator('en'), 'en', change(over));
const status = (before: string | null, after: string) => ({ changes: [{ field: 'status', label: 'Status', before, after }] });

describe('the text of a change', () => {
  test.each([
    ['active', 'inactive', 'Domain paused', 'pause'],
    ['inactive', 'active', 'Domain resumed', 'resume'],
    ['pendingNsChange', 'active', 'Domain went live', 'live'],
    ['active', 'pendingNsChange', 'Domain changed', 'edit'],
  ])('from %s to %s: %s', (before, after, title, kind) => expect(changeText(status(before, after))).toMatchObject({ title, kind }));

  test.each([
    ['ddos', null, '2026-11-21T12:00:00.000Z', 'Under attack mode turned on'],
    ['underAttack', '2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z', 'Under attack mode turned on'],
    ['underAttack', '2026-11-21T12:00:00.000Z', null, 'Under attack mode turned off'],
  ])('%s: under attack until %s, then %s: %s', (type, before, after, title) => {
    const entity = { type, id: 'd', name: 'shop.example' };
    expect(changeText({ entity, changes: [{ field: 'underAttackUntil', label: 'Until', before, after }] })).toMatchObject({
      title,
      kind: 'edit',
    });
  });

  test('traffic is connected to a named cluster, and disconnected', () => {
    const entity = { type: 'clusterRoute', id: 'r', name: 'A shop.example' };
    const changed = (field: string, before: string | null, after: string | null) => ({ field, label: field, before, after });
    const connected = changeText({ entity, changes: [changed('clusterId', null, 'c'), changed('cluster', null, 'main')] });
    expect(connected).toMatchObject({ title: 'Traffic connected to a cluster', fields: [{ label: 'cluster', after: 'main' }] });
    expect(changeText({ entity, changes: [changed('clusterId', 'c', null)] }).title).toBe('Traffic disconnected from its cluster');
  });

  test('a new domain is added, whatever its status', () => {
    expect(changeText({ action: 'create', ...status(null, 'active') })).toMatchObject({ title: 'Domain added', kind: 'add', fields: [] });
  });

  test('values have the same wording as in the panel', () => {
    const { fields, more } = changeText({
      entity: { type: 'dnsRecord', id: 'r', name: 'A shop' },
      changes: [
        { field: 'ttl', label: 'TTL', before: 'auto', after: 300 },
        { field: 'proxy', label: 'Through the CDN', before: true, after: false },
        { field: 'priority', label: 'Priority', before: null, after: 10 },
        { field: 'target', label: 'Target', before: 'a', after: 'b' },
      ],
    });
    expect(fields).toEqual([
      { key: 'ttl', label: 'TTL', before: 'automatic', after: '5 min', isCode: false },
      { key: 'proxy', label: 'Through the CDN', before: 'on', after: 'off', isCode: false },
    ]);
    expect(more).toBe('1 more field');
  });

  test('no raw times, states or lists', () => {
    const { subject, fields } = describeChange(
      translator('en'),
      'en',
      change({
        entity: { type: 'version', id: 'v', name: '2026-11-28T06:03:19.066Z' },
        changes: [
          { field: 'state', label: 'Status', before: 'ready', after: 'resized', beforeText: 'ready', afterText: 'new size on trial' },
          { field: 'closesAt', label: 'Closes on', before: null, after: '2026-11-28T06:03:19.066Z' },
          { field: 'expiresAt', label: 'Expires', before: null, after: 1_795_000_000_000 },
          { field: 'maxAge', label: 'Max age', before: '{"value":6,"unit":"M"}', after: '{"value":5,"unit":"m"}' },
          { field: 'hosts', label: 'Names', before: '[]', after: '["a.example","b.example"]' },
          { field: 'hsts', label: 'HSTS', before: null, after: '{"enabled":true}', afterText: '{"On":true}' },
        ],
      }),
      undefined,
      true,
    );
    expect(subject).toBe('November 28, 2026 at 6:03 AM');
    expect(fields.map(({ before, after }) => [before, after])).toEqual([
      ['ready', 'new size on trial'],
      ['none', 'November 28, 2026 at 6:03 AM'],
      ['none', expect.stringMatching(/^November \d\d, 2026 at /)],
      ['6 months', '5 minutes'],
      ['none', 'a.example, b.example'],
      ['none', 'On: on'],
    ]);
  });

  test('many records at once are counted', () => {
    const { title, fields, more } = changeText({
      action: 'batch',
      entity: { type: 'zone', id: 'd', name: 'shop.example' },
      changes: [
        { field: 'total', label: 'Total', before: 2, after: 1200 },
        { field: 'created', label: 'Added', before: null, after: 1200 },
        { field: 'updated', label: 'Changed', before: null, after: 0 },
        { field: 'deleted', label: 'Deleted', before: null, after: 2 },
      ],
    });
    expect([title, more]).toEqual(['Several DNS records changed', null]);
    expect(fields.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Added', null, '1,200'],
      ['Deleted', null, '2'],
    ]);
  });

  test('the actor is shown unless it was the customer', () => {
    expect(changeText({}).by).toBeNull();
    expect(changeText({ actor: { type: 'system', name: '' } }).by).toBe('System');
    expect(changeText({ actor: { type: 'apiKey', name: 'deploy' } }).by).toBe('API key deploy');
  });

  test('a record links to its domain as long as that exists', () => {
    const entity = { type: 'dnsRecord', id: 'r', name: 'A shop' };
    expect(changeText({ entity }).place).toEqual({ name: 'shop.example', href: '/domains/shop.example' });
    expect(changeText({ entity, domain: null }).place).toBeNull();
    // On a page of the domain, the link would be useless.
    expect(describeChange(translator('en'), 'en', change({ entity }), 'd').place).toBeNull();
  });

  test.each(locales)('changes logged by later features are described in %s too', (locale) => {
    for (const action of ['create', 'update', 'delete', 'import', 'request', 'somethingNew']) {
      const later = change({ action, entity: { type: 'laterThing', id: 'c', name: 'main' } });
      const { title } = describeChange(translator(locale), locale, later);
      expect(title).not.toMatch(/[:{]|log\./);
    }
  });
});
