import { beforeEach, describe, expect, it } from 'vitest';
import type { Domain } from '../../lib/contract/cdn/domain.ts';
import { $domain, $domains, removeDomain, selectDomain, setDomains } from './domain.ts';
import { clearSession } from './session.ts';

const make = (name: string, status: Domain['status'] = 'active'): Domain => ({
  id: `id-${name}`,
  name,
  status,
  dateAdded: '2026-11-01T00:00:00.000Z',
  activatedAt: null,
  movedAwayAt: null,
  plan: 'free',
  nameServers: ['ns1.example', 'ns2.example'],
  dnssecStatus: 'off',
  underAttackUntil: null,
  developmentUntil: null,
  records: 0,
  setupMode: 'ns',
  deploy: { status: 'saved', version: 1, observedVersion: 0 },
});
const [a, b, c] = [make('a.example', 'inactive'), make('b.example'), make('c.example', 'pending')];

beforeEach(() => {
  localStorage.clear();
  $domains.set(null);
  $domain.set(null);
});

describe('domain selection', () => {
  it('choosing none clears the selection', async () => {
    $domain.set(a);
    await selectDomain(null, async () => a);
    expect($domain.get()).toBeNull();
    expect(localStorage.getItem('nasim:domain')).toBeNull();
  });

  it('a chosen domain is fetched and stored', async () => {
    await selectDomain(a, async () => ({ ...a, records: 9 }));
    expect($domain.get()?.records).toBe(9);
    expect(JSON.parse(localStorage.getItem('nasim:domain') ?? '')).toMatchObject({ name: 'a.example', records: 9 });
  });

  it('falls back to the listed item when the fetch fails', async () => {
    await selectDomain(a, () => Promise.reject(new Error('no')));
    expect($domain.get()).toEqual(a);
  });

  it('of two selections the later one wins, regardless of the order of the responses', async () => {
    let answerA = (_: Domain) => {};
    const slow = selectDomain(a, () => new Promise((resolve) => (answerA = resolve)));
    await selectDomain(b, async () => b);
    answerA(a);
    await slow;
    expect($domain.get()).toEqual(b);
  });

  it('a new list keeps the saved domain while it is listed', () => {
    $domain.set(b);
    setDomains([a, { ...b, records: 3 }]);
    expect($domain.get()).toEqual({ ...b, records: 3 });
  });

  it('otherwise selects the first of the list, or none', () => {
    $domain.set(c);
    setDomains([a, b]);
    expect($domain.get()).toEqual(a);
    setDomains([]);
    expect($domain.get()).toBeNull();
  });

  it('removing the selected domain selects the first active one', () => {
    setDomains([c, a, b]);
    removeDomain(c.id);
    expect($domain.get()).toEqual(b);
    expect($domains.get()).toEqual([a, b]);
  });

  it('or else the first of the list', () => {
    setDomains([b, a, c]);
    removeDomain(b.id);
    expect($domain.get()).toEqual(a);
    removeDomain(a.id);
    removeDomain(c.id);
    expect($domain.get()).toBeNull();
  });

  it('removing another domain changes no selection', () => {
    setDomains([a, b]);
    removeDomain(b.id);
    expect($domain.get()).toEqual(a);
  });

  it('is cleared on sign-out', () => {
    setDomains([a]);
    clearSession();
    expect([$domain.get(), $domains.get()]).toEqual([null, null]);
  });
});
