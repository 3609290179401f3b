import { describe, expect, test } from 'vitest';
import { added, NAME, otherNameServers, ownNameServers, t } from '../../../../tests/support/onboarding.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { MINUTE } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';

const form = { name: NAME, plan: 'free', acceptTerms: true, termsVersion: catalog.termsVersion } as const;

/** `added`, with what the name servers hold of the zone: its version, or null. */
async function published() {
  const all = await added({ env: { DNS_DRIVER: 'node' } });
  const { services } = all.p.provider;
  return { ...all, zone: () => services.drivers.dns?.observe(NAME, AbortSignal.timeout(5_000)) };
}

describe('the zone of a waiting domain', () => {
  test('is published once the registry was seen to list other name servers, before the move', async () => {
    const { run, zone, row } = await published();
    expect((await row()).hold).toBe('look');
    await run();
    expect([(await row()).hold, (await row()).status]).toEqual([null, 'pendingNsChange']);
    expect(await zone()).toBe((await row()).zoneVersion);
  });

  test('isn’t published while the name is delegated to us in part: only when it is active', async () => {
    const { dns, run, later, zone, row } = await published();
    dns.delegate(NAME, { ...ownNameServers, ...otherNameServers });
    await run();
    expect([await zone(), (await row()).hold]).toEqual([null, 'look']);
    dns.delegate(NAME, ownNameServers);
    await later(MINUTE);
    expect((await row()).status).toBe('active');
    expect(await zone()).toBe((await row()).zoneVersion);
  });

  test('of a name of the provider, from before it was refused, is never published', async () => {
    const { p, run, zone, row } = await published();
    p.env.EDGE_ZONE = `edge.${NAME}`;
    await run();
    expect((await row()).hold).toBe(null);
    expect(await zone()).toBe(null);
  });
});

describe('a name that was active in another account', () => {
  /** The owner removes the domain and leaves the name servers; another customer adds it. */
  async function startWithHold() {
    const all = await published();
    const { p, dns, run, token, domainId } = all;
    dns.delegate(NAME, ownNameServers);
    await run();
    expect((await all.row()).status).toBe('active');
    await p.ok(domain.delete, { domainId, confirm: NAME }, { token });
    await run();
    const other = await p.signIn(demo.second);
    const { domain: made } = await p.ok(domain.add, form, { token: other });
    await run();
    const row = () => storedOne(p, 'domain', { id: made.id });
    const verify = () => p.try(domain.verify, { domainId: made.id }, { token: other });
    return { ...all, row, firstId: domainId, domainId: made.id, verify };
  }

  test('isn’t verified by the name servers that its former owner left, and isn’t published; the former owner is told', async () => {
    const { p, row, zone, verify, later } = await startWithHold();
    expect(await row()).toMatchObject({ status: 'pendingNsChange', hold: 'former', activatedAt: null });
    expect(await zone()).toBe(null);
    expect(await verify()).toMatchObject({
      status: 409,
      body: { code: 'domain:error.heldBefore', message: t('domain:error.heldBefore', { domain: NAME }) },
    });
    await later(25 * 60 * MINUTE);
    expect(await row()).toMatchObject({ status: 'pendingNsChange', activatedAt: null });
    expect(await zone()).toBe(null);
    expect((await p.lastMail(demo.email))?.subject).toBe(t('domain:notice.formerAddedTitle', { domain: NAME }));
  });

  test('is verified by a change at the registrar, to other name servers and back', async () => {
    const { p, dns, row, zone, verify, later } = await startWithHold();
    dns.delegate(NAME, otherNameServers);
    expect((await verify()).body.code).toBe('domain:error.nsNotChanged');
    await later(0);
    expect(await row()).toMatchObject({ status: 'pendingNsChange', hold: null });
    expect(await zone()).toBe((await row()).zoneVersion);
    dns.delegate(NAME, ownNameServers);
    expect((await verify()).status).toBe(200);
    expect((await row()).status).toBe('active');
    expect((await p.lastMail(demo.email))?.subject).toBe(t('domain:notice.formerVerifiedTitle', { domain: NAME }));
    expect(await stored(p, 'formerDomain')).toEqual([]);
  });

  test('stays protected when the other account removes and adds it again; the former owner is told once a day', async () => {
    const { p, domainId, row, zone, run } = await startWithHold();
    const other = await p.signIn(demo.second);
    await p.ok(domain.delete, { domainId, confirm: NAME }, { token: other });
    await run();
    const { domain: again } = await p.ok(domain.add, form, { token: other });
    await run();
    expect(await storedOne(p, 'domain', { id: again.id })).toMatchObject({ hold: 'former', status: 'pendingNsChange' });
    expect(await zone()).toBe(null);
    await expect(row()).rejects.toThrow();
    expect(await stored(p, 'notification', { title: 'domain:notice.formerAddedTitle' })).toHaveLength(1);
  });

  test('no longer belongs to its first owner when that one restores it after the other account had it', async () => {
    const { p, dns, domainId, firstId, zone, verify, later, run } = await startWithHold();
    dns.delegate(NAME, otherNameServers);
    await verify();
    await later(0);
    dns.delegate(NAME, ownNameServers);
    await verify();
    await p.ok(domain.delete, { domainId, confirm: NAME }, { token: await p.signIn(demo.second) });
    await p.ok(domain.restore, { domainId: firstId }, { token: await p.signIn() });
    await run();
    const row = await storedOne(p, 'domain', { id: firstId });
    expect([row.status, row.hold, await zone()]).toEqual(['pendingNsChange', 'former', null]);
  });

  test('is its former owner’s at once', async () => {
    const { p, dns, run, token, domainId, zone } = await published();
    dns.delegate(NAME, ownNameServers);
    await run();
    await p.ok(domain.delete, { domainId, confirm: NAME }, { token });
    const { domain: back } = await p.ok(domain.add, form, { token });
    await run();
    const row = await storedOne(p, 'domain', { id: back.id });
    expect([row.status, await zone()]).toEqual(['active', row.zoneVersion]);
  });
});
