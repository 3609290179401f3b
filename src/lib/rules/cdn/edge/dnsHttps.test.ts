import { describe, expect, test } from 'vitest';
import { decision, effect, page, plain, secured, trace } from '../../../../../tests/support/edgeSample.ts';
import type { EdgeConfig } from './config.ts';
import { type EdgeRequest, layerNames, type Outcome } from './types.ts';

const withRecords = (...dns: EdgeConfig['dns']): EdgeConfig => ({ ...plain, dns });
const record = (name: string, proxy = true, type: 'A' | 'AAAA' | 'CNAME' | 'TXT' | 'MX' = 'A') => ({
  id: `${name} ${type}`,
  name,
  type,
  content: '203.0.113.1',
  proxy,
});
const status = (one: EdgeConfig['domain']['status']): EdgeConfig => ({ ...plain, domain: { ...plain.domain, status: one } });

describe('DNS', () => {
  test.each<[sentence: string, config: EdgeConfig, url: string, outcome: Outcome, reason: string]>([
    // Product rule: "DNS record: … proxy status"
    ['through the CDN', plain, 'https://example.com/', 'forwarded', 'proxied'],
    ['an alias through the CDN', plain, 'https://www.example.com/', 'forwarded', 'proxied'],
    ['DNS only', plain, 'https://mail.example.com/', 'direct', 'notProxied'],
    ['no record', plain, 'https://shop.example.com/', 'failed', 'noRecord'],
    ['another domain', plain, 'https://example.org/', 'failed', 'otherHost'],
    ['a domain that only ends alike', plain, 'https://notexample.com/', 'failed', 'otherHost'],
    ['the final dot', plain, 'https://example.com./', 'forwarded', 'proxied'],
    ['capitals', plain, 'HTTPS://WWW.Example.COM/', 'forwarded', 'proxied'],
    ['a path alone is the domain', plain, '/shop', 'forwarded', 'proxied'],
    ['text has no address', withRecords(record('@', true, 'TXT')), '/', 'failed', 'noRecord'],
    // Product rule: "Wildcard * only at the start." RFC 4592.
    ['wildcard', withRecords(record('*')), 'https://a.example.com/', 'forwarded', 'proxied'],
    ['wildcard over two labels', withRecords(record('*')), 'https://a.b.example.com/', 'forwarded', 'proxied'],
    ['wildcard is not the apex', withRecords(record('*')), 'https://example.com/', 'failed', 'noRecord'],
    ['nearer wildcard', withRecords(record('*'), record('*.b', false)), 'https://a.b.example.com/', 'direct', 'notProxied'],
    ['a name of its own', withRecords(record('*'), record('a', true, 'TXT')), 'https://a.example.com/', 'failed', 'noRecord'],
    ['one proxied address decides for the name', withRecords(record('@', false, 'AAAA'), record('@')), '/', 'forwarded', 'proxied'],
    // Product rule: "Domain lifecycle: added, then pending NS change until the name servers resolve, then active."
    ['waiting for name servers: shown as it will be', status('pendingNsChange'), '/', 'forwarded', 'proxied'],
    ['paused', status('inactive'), '/', 'direct', 'paused'],
    ['no web address', plain, 'ftp://example.com/', 'failed', 'badUrl'],
    ['no address at all', plain, 'http://', 'failed', 'badUrl'],
    ['a port out of range', plain, 'https://example.com:99999/', 'failed', 'badUrl'],
  ])('%s', (_, config, url, outcome, reason) => {
    const result = trace(config, { url });
    expect([result.outcome, decision(result, 'dns').reason]).toEqual([outcome, reason]);
  });

  test('a waiting domain is reported first', () => {
    expect(trace(status('pending')).steps[0]).toMatchObject({ area: 'dns', reasonKey: 'edge:reason.waiting' });
  });

  test('every layer is reported, including those that aren’t reached', () => {
    for (const url of ['/', 'https://mail.example.com/', 'nothing:']) {
      const { steps } = trace(plain, { url });
      expect([...new Set(steps.map(({ area }) => area))]).toEqual([...layerNames]);
    }
    expect(decision(trace(plain, { url: 'https://mail.example.com/' }), 'waf')).toMatchObject({ action: 'notReached', matched: false });
  });
});

describe('HTTPS', () => {
  const hsts = { enabled: true, maxAge: { value: 1, unit: 'd' }, includeSubdomains: true, preload: true } as const;
  const http = 'http://example.com/a?b=1';
  const redirecting = secured({ httpToHttps: true });
  const ruled = (settings: Parameters<typeof page>[1], path = '/', config = plain) => ({ ...config, pageRules: [page(path, settings)] });
  test.each<[sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, reason: string, status?: number]>([
    // Product rule: "At least one TLS version must stay enabled."; "TLS 1.3 supported"
    ['TLS 1.3', plain, { tlsVersion: '1.3' }, 'httpsFine'],
    ['TLS that is allowed', secured({ tlsVersions: ['1.0'] }), { tlsVersion: '1.0' }, 'httpsFine'],
    ['TLS of a client that does not say', plain, {}, 'httpsFine'],
    // Product rule: "HTTP/HTTPS/TLS/HSTS/HTTP3 settings"
    ['HTTP as it is', plain, { url: http }, 'httpsPlain'],
    ['HTTP to HTTPS', redirecting, { url: http }, 'httpsRedirect', 301],
    ['HTTP to HTTPS, HEAD', redirecting, { url: http, method: 'head' }, 'httpsRedirect', 301],
    ['HTTP to HTTPS keeps a body', redirecting, { url: http, method: 'POST' }, 'httpsRedirect', 308],
    ['HTTPS is not redirected', redirecting, {}, 'httpsFine'],
    ['a redirect to nothing is none', secured({ httpToHttps: true, enabled: false }), { url: http }, 'httpsOff'],
    ['HSTS', secured({ hsts }), {}, 'httpsHsts'],
    ['HSTS means nothing over HTTP (RFC 6797 section 8.1)', secured({ hsts }), { url: http }, 'httpsPlain'],
    // Product rule: "HTTP to HTTPS, TLS version, HSTS"
    ['page rule redirects', ruled({ httpToHttps: true }, '/a'), { url: http }, 'httpsRedirect', 301],
    ['page rule does not redirect', ruled({ httpToHttps: false }, '/a', redirecting), { url: http }, 'httpsPlain'],
    ['page rule with a newer TLS', ruled({ tlsVersion: '1.3' }), { tlsVersion: '1.2' }, 'httpsTlsTooOld', 403],
    ['page rule with a TLS that is old enough', ruled({ tlsVersion: '1.2' }), { tlsVersion: '1.3' }, 'httpsFine'],
    ['page rule with HSTS', ruled({ hsts }), {}, 'httpsHsts'],
    ['page rule without HSTS', ruled({ hsts: { ...hsts, enabled: false } }, '/', secured({ hsts })), {}, 'httpsFine'],
  ])('%s', (_, config, request, reason, code) => {
    const result = trace(config, request);
    expect([decision(result, 'https').reason, result.status]).toEqual([reason, code ?? null]);
    expect(result.outcome).toBe(code === undefined ? 'forwarded' : code === 403 ? 'blocked' : 'redirected');
  });

  test.each<[string, EdgeConfig, Partial<EdgeRequest>, string]>([
    ['TLS that is not allowed', plain, { tlsVersion: '1.1' }, 'tlsRefused'],
    ['HTTPS is off', secured({ enabled: false }), {}, 'tlsOff'],
  ])('%s: the connection ends before HTTP', (_, config, request, reason) => {
    const result = trace(config, request);
    expect([result.outcome, result.status, decision(result, 'tls').reason]).toEqual(['failed', null, reason]);
  });

  test('the redirect keeps path and query, and drops the HTTP port', () => {
    const result = trace(redirecting, { url: 'http://example.com:8080/a?b=1' });
    expect(decision(result, 'https').params).toEqual({ url: 'https://example.com/a?b=1' });
  });
  test('HSTS reports its seconds and its source', () => {
    expect(effect(decision(trace(secured({ hsts })), 'https'), 'hsts')).toEqual(['max-age=86400; includeSubDomains; preload', 'domain']);
    const short = { ...hsts, includeSubdomains: false, preload: false };
    expect(effect(decision(trace(ruled({ hsts: short })), 'https'), 'hsts')).toEqual(['max-age=86400', 'pageRule']);
  });
  test.each([true, false])('websockets: %s', (websockets) => {
    const result = trace(secured({ websockets }), { headers: { Upgrade: 'WebSocket' } });
    expect(effect(decision(result, 'https'), 'websockets')).toEqual([websockets, 'domain']);
  });
});
