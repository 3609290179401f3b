import { describe, expect, test } from 'vitest';
import { iso } from '../../../time.ts';
import { edgeDefaults } from '../edge/defaults.ts';
import { assessPosture, type PostureArea, type PostureFacts, postureReasons, postureStates } from './posture.ts';

const now = Date.UTC(2026, 10, 25);
const inDays = (days: number) => now + days * 86_400_000;
const certificate = {
  kind: 'free',
  status: 'active',
  expiresAt: inDays(62),
  isAttached: true,
  isSelfSigned: false,
  hasFault: false,
} as const;
const failed = { ...certificate, status: 'failed', isAttached: false } as const;
const fine: PostureFacts = {
  hasEdge: true,
  edgeRefusal: null,
  status: 'active',
  isCname: false,
  hasMovedAway: false,
  publishFailed: false,
  certificates: [certificate],
  https: { enabled: true, httpToHttps: true },
  waf: edgeDefaults.waf,
  firewall: { rules: 3, drafts: 0 },
  cache: edgeDefaults.cache,
  clusters: [['up', 'up']],
  dnssec: 'planned',
  records: { used: 12, limit: 10_000, proxied: 3 },
  pageRules: { used: 2, limit: 25 },
  unpaid: null,
};
const one = (area: PostureArea, change: Partial<PostureFacts>) => {
  const { area: _, ...found } = assessPosture({ ...fine, ...change }, now).find((finding) => finding.area === area) ?? expect.fail(area);
  return found;
};
const assessedTexts = (area: PostureArea, change: Partial<PostureFacts>) => {
  const { state, reason } = one(area, change);
  return [state, reason];
};

describe('the health of a domain', () => {
  test('has one finding for each area, the worst first', () => {
    const all = assessPosture(
      { ...fine, waf: { mode: 'off', detectionUntil: null }, unpaid: { disablesAt: inDays(3), isDisabled: false } },
      now,
    );
    expect(all.map(({ area }) => area).sort()).toEqual(Object.keys(postureReasons).sort());
    expect(all.slice(0, 2).map(({ reason }) => reason)).toEqual(['plan.unpaid', 'waf.off']);
    const places = all.map(({ state }) => postureStates.indexOf(state));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const { area, reason } of all) expect(postureReasons[area]).toContain(reason);
  });

  test('without an edge, nothing that an edge would do is called OK', () => {
    const states = Object.fromEntries(assessPosture({ ...fine, hasEdge: false }, now).map(({ area, state }) => [area, state]));
    const ofEdge = { cdn: 'saved', certificate: 'saved', https: 'saved', waf: 'saved', firewall: 'saved', cache: 'saved' };
    expect(states).toEqual({ setup: 'ok', clusters: 'ok', plan: 'ok', ...ofEdge, dnssec: 'planned' });
  });

  test.each<[PostureArea, Partial<PostureFacts>, string, string]>([
    ['setup', { status: 'inactive' }, 'warning', 'setup.paused'],
    ['cdn', { records: { ...fine.records, proxied: 0 } }, 'warning', 'cdn.none'],
    ['cdn', { records: { ...fine.records, used: 0, proxied: 0 } }, 'off', 'cdn.noRecords'],
    ['setup', { status: 'pendingNsChange' }, 'warning', 'setup.waiting'],
    ['setup', { status: 'pendingNsChange', hasMovedAway: true }, 'critical', 'setup.movedAway'],
    ['setup', { status: 'pending', isCname: true }, 'critical', 'setup.waitingCname'],
    ['setup', { isCname: true }, 'ok', 'setup.okCname'],
    ['setup', { publishFailed: true }, 'critical', 'setup.publishFailed'],
    ['setup', { edgeRefusal: 'size' }, 'critical', 'setup.edgeSize'],
    ['setup', { edgeRefusal: 'policy' }, 'critical', 'setup.edgePolicy'],
    ['certificate', { edgeRefusal: 'certificate' }, 'critical', 'certificate.refused'],
    ['waf', { edgeRefusal: 'certificate' }, 'saved', 'waf.on'],
    ['certificate', { certificates: [] }, 'warning', 'certificate.none'],
    ['certificate', { certificates: [], status: 'pendingNsChange' }, 'off', 'certificate.later'],
    ['certificate', { certificates: [{ ...certificate, status: 'pending', isAttached: false }] }, 'off', 'certificate.issuing'],
    ['certificate', { certificates: [failed] }, 'critical', 'certificate.failed'],
    ['certificate', { certificates: [certificate, failed] }, 'warning', 'certificate.failed'],
    ['certificate', { certificates: [certificate, { ...certificate, expiresAt: inDays(-1) }] }, 'critical', 'certificate.expired'],
    ['certificate', { certificates: [{ ...certificate, expiresAt: inDays(20) }] }, 'ok', 'certificate.ok'],
    ['certificate', { certificates: [{ ...certificate, expiresAt: inDays(20), hasFault: true }] }, 'warning', 'certificate.expiring'],
    ['certificate', { certificates: [{ ...certificate, expiresAt: inDays(20), kind: 'custom' }] }, 'warning', 'certificate.expiring'],
    ['certificate', { certificates: [{ ...certificate, expiresAt: inDays(5) }] }, 'warning', 'certificate.expiring'],
    ['certificate', { certificates: [{ ...certificate, kind: 'custom', isSelfSigned: true }] }, 'warning', 'certificate.selfSigned'],
    ['https', { https: { enabled: false, httpToHttps: true } }, 'warning', 'https.off'],
    ['https', { https: { enabled: true, httpToHttps: false } }, 'warning', 'https.noRedirect'],
    ['waf', { waf: { mode: 'detection', detectionUntil: iso(inDays(1)) } }, 'warning', 'waf.detection'],
    ['waf', { waf: { mode: 'detection', detectionUntil: iso(inDays(-1)) } }, 'warning', 'waf.off'],
    ['firewall', { firewall: { rules: 0, drafts: 0 } }, 'off', 'firewall.none'],
    ['cache', { cache: { level: 'off', developmentMode: false, developmentUntil: null } }, 'off', 'cache.off'],
    ['cache', { cache: { level: 'withQuery', developmentMode: true, developmentUntil: iso(inDays(1)) } }, 'warning', 'cache.development'],
    ['cache', { cache: { level: 'withoutQuery', developmentMode: true, developmentUntil: iso(now) } }, 'ok', 'cache.withoutQuery'],
    ['clusters', { clusters: [] }, 'off', 'clusters.none'],
    ['clusters', { clusters: [['unknown']] }, 'off', 'clusters.unchecked'],
    ['clusters', { clusters: [['up', 'up'], ['down']] }, 'critical', 'clusters.down'],
    ['dnssec', { dnssec: 'active' }, 'ok', 'dnssec.active'],
    ['dnssec', { dnssec: 'off' }, 'off', 'dnssec.off'],
    ['plan', { pageRules: { used: 25, limit: 25 } }, 'warning', 'plan.pageRules'],
    ['plan', { pageRules: { used: 99, limit: null } }, 'ok', 'plan.ok'],
    ['plan', { records: { used: 9_000, limit: 10_000, proxied: 3 } }, 'warning', 'plan.records'],
    ['plan', { unpaid: { disablesAt: now, isDisabled: true } }, 'critical', 'plan.disabled'],
  ])('%s, case %#', (area, change, state, reason) => {
    expect(assessedTexts(area, change)).toEqual([state, reason]);
  });

  test('counts what it speaks of', () => {
    expect(one('certificate', {}).numbers).toEqual({ days: 62 });
    expect(one('certificate', { certificates: [{ ...certificate, expiresAt: now + 60_000 }] }).numbers).toEqual({ days: 1 });
    expect(one('firewall', { firewall: { rules: 5, drafts: 2 } }).numbers).toEqual({ count: 2, total: 5 });
    expect(one('clusters', { clusters: [['up', 'down', 'unknown']] }).numbers).toEqual({ count: 1, total: 3 });
    expect(one('plan', { unpaid: { disablesAt: inDays(3), isDisabled: false } }).time).toBe(iso(inDays(3)));
  });
});
