import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { DomainPolicy, EdgeLogEntry } from '../lib/rules/cdn/edge/bundle.ts';
import { hasPassed } from '../lib/rules/cdn/edge/challenge.ts';
import { matchRateRule } from '../lib/rules/cdn/edge/rateLimit.ts';
import { edgePages, type OriginError, originErrors, type PageName } from '../lib/rules/cdn/edge/responses.ts';
import { durationSeconds, type EdgeRequest, type RequestCounts } from '../lib/rules/cdn/edge/types.ts';
import { canonicalPath, readTarget } from '../lib/rules/core/requestPath.ts';
import { decoded, hasBody, type Peeked, peek } from './body.ts';
import { challengePage, safePath, solvePath } from './challenge.ts';
import { Decision } from './engine.ts';
import { forward } from './forward.ts';
import { type Headers, headerValues, plain } from './headers.ts';
import { type Host, readHost } from './hosts.ts';
import { decisionReason, maskQuery } from './line.ts';
import { type PageFacts, wantsJson } from './pages.ts';
import { type ChallengeKind, withoutPasses } from './passes.ts';
import type { Site } from './policies.ts';
import { errorPage, send } from './respond.ts';
import type { Tools } from './tools.ts';
import type { Visitor } from './visitor.ts';

const maxUrl = 8_192;
/** RFC 8555 section 8.3. */
const challengePath = '/.well-known/acme-challenge/';

/** One request from its first byte to its log line. */
export class Exchange {
  readonly id = randomUUID();
  readonly now = Date.now();
  readonly began = performance.now();
  readonly tools: Tools;
  readonly visitor: Visitor;
  /** The connection, if the visitor asks to change its protocol. */
  readonly upgrade: { socket: Duplex; head: Buffer } | null;
  site: Site | null = null;
  host: Host = { name: '', isPreview: false };
  /** The target of the request line, or `:path`. */
  received = '';
  decision: Decision | null = null;
  seen: RequestCounts = {};
  edgeRequest: EdgeRequest = { url: '', ip: '', now: 0 };
  body: Peeked | null = null;
  cookies = '';
  /** What the log line says about the response. */
  readonly logged = {
    status: 0,
    bytes: 0,
    originBytes: 0,
    originStatus: null as number | null,
    originMs: null as number | null,
    server: '',
    cache: 'none' as EdgeLogEntry['cache'],
    outcome: 'failed' as EdgeLogEntry['outcome'],
    layer: '',
    reason: '',
  };

  constructor(tools: Tools, visitor: Visitor, upgrade: Exchange['upgrade'] = null) {
    this.tools = tools;
    this.visitor = visitor;
    this.upgrade = upgrade;
  }

  get isHead(): boolean {
    return this.visitor.request.method === 'HEAD';
  }

  async run(): Promise<void> {
    try {
      await this.#serve();
    } finally {
      this.#log();
    }
  }

  async #serve(): Promise<void> {
    const { request } = this.visitor;
    if (!this.#read()) return this.page('badRequest');
    if (!this.site || !this.#isCertified()) return this.page('unknownHost');
    const { policy, config } = this.site;
    if (this.#proves(policy)) return;
    if (policy.serving === 'stopped') return this.page('stopped', 'stopped');
    const decision = Decision.start(config, this.edgeRequest);
    if (!decision) return this.page('badRequest');
    this.decision = decision;
    if (!decision.pass('dns', 'tls', 'firewall')) return this.finish();
    const { url } = request;
    if (url === solvePath && request.method === 'POST') return this.#solve();
    if (policy.serving === 'challenge' && !hasPassed('js', durationSeconds(config.ddos.passTime), decision.passage.visit))
      return this.challenge('js');
    if (!decision.pass('ddos')) return this.finish();
    if (!this.#count()) return this.finish();
    if (hasBody(request)) {
      this.body = await peek(request);
      if (config.waf.mode !== 'off') {
        const body = await decoded(this.body, request.headers['content-length'], request.headers['content-encoding']);
        decision.passage = { ...decision.passage, visit: { ...decision.passage.visit, body } };
      }
    }
    if (!decision.pass('waf', 'pageRules', 'https')) return this.finish();
    await forward(this);
  }

  /**
   * Whether the certificate of the connection covers the request's host: else versions, rules and access of another name than the one
   * that was agreed on would apply (RFC 9110 section 15.5.20). Browsers ask again over a connection of that host.
   */
  #isCertified(): boolean {
    const { site, host, tools } = this;
    const { serverName } = this.visitor;
    if (serverName === undefined) return true;
    const opened = readHost(serverName, tools.previewZone);
    if (!opened || opened.isPreview !== host.isPreview) return false;
    if (opened.name === host.name) return true;
    const context = host.isPreview ? null : (site?.contextOf(host.name) ?? null);
    return context !== null && tools.sites.of(opened.name)?.contextOf(opened.name) === context;
  }

  /** Answers the question of a certificate authority that issues for this domain, before any rule. @returns whether it was one */
  #proves({ challenges = [] }: DomainPolicy): boolean {
    const url = this.visitor.request.url ?? '';
    if (challenges.length === 0 || !url.startsWith(challengePath)) return false;
    const found = challenges.find(({ host, token }) => host === this.host.name && url === challengePath + token);
    if (found) this.answer(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }, found.answer, 'served');
    return found !== undefined;
  }

  /** @returns whether the request is readable; then its host and what the engine wants to know are set */
  #read(): boolean {
    const { request, ip, scheme, tlsVersion } = this.visitor;
    const { headers, rawHeaders, method = 'GET' } = request;
    const received = request.url ?? '/';
    // Two Host headers would let this edge and an origin disagree about the site (RFC 9112 section 3.2).
    if (headerValues(rawHeaders, 'host').length > 1) return false;
    const target = readTarget(received);
    const named = target?.authority ?? String(headers[':authority'] ?? headers.host ?? '');
    const host = readHost(named, this.tools.previewZone);
    if (!host) return false;
    this.host = host;
    this.site = this.tools.sites.of(host.name);
    this.received = received;
    if (!target || received.length > maxUrl) return false;
    const { path, query } = target;
    const canonical = canonicalPath(path, this.site?.config.cache.mergeSlashes);
    if (canonical === null) return false;
    request.url = canonical + query;
    const own = headers.cookie ?? '';
    this.cookies = withoutPasses(own);
    const { country, asn } = this.tools.locate(ip);
    const said = plain(headers);
    // A request line or `:authority` overrules Host (RFC 9112 section 3.2.2, RFC 9113 section 8.3.1).
    said.host = named;
    // Node keeps the first one; the WAF has to know that there are more.
    const types = headerValues(rawHeaders, 'content-type');
    if (types.length > 1) said['content-type'] = types.join(', ');
    if (this.cookies) said.cookie = this.cookies;
    else delete said.cookie;
    if (this.site) this.seen.passed = this.tools.passes.read(own, this.site.policy.id, ip);
    const url = `${scheme}://${host.name}${request.url}`;
    this.edgeRequest = { url, target: path + query, method, headers: said, ip, country, asn, tlsVersion, now: this.now, seen: this.seen };
    return true;
  }

  /** @returns whether the request is within its rate limit */
  #count(): boolean {
    const { site, decision, tools, now } = this;
    const rule = site && decision && matchRateRule(decision.passage);
    if (!site || !decision || !rule) return decision?.pass('rateLimit') ?? false;
    const { ip } = this.visitor;
    const { id } = site.policy;
    this.seen.byRule = tools.counters.seen(id, rule, ip, now);
    const isWithin = decision.pass('rateLimit');
    const step = decision.last('rateLimit');
    if (step) tools.counters.record(id, rule, ip, now, step);
    return isWithin;
  }

  facts(status: number): PageFacts {
    const { id, now, host, tools, visitor } = this;
    const { accept, 'accept-language': acceptLanguage } = visitor.request.headers;
    return { id, ip: visitor.ip, host: host.name, status, now, accept, acceptLanguage, whyUrl: tools.whyUrl };
  }

  /** Answers with a page of the edge. */
  page(name: PageName, outcome: EdgeLogEntry['outcome'] = 'failed', more: Headers = {}): void {
    const { status, error } = edgePages[name];
    const { body, headers } = errorPage(name, this.site, this.facts(status), error);
    this.answer(status, { ...headers, ...more }, body, outcome);
  }

  /** Answers that no server did, and why. */
  originFailed(error: OriginError): void {
    const status = originErrors[error];
    this.logged.reason = error;
    const { body, headers } = errorPage('originDown', this.site, this.facts(status), error);
    this.answer(status, headers, body, 'failed');
  }

  answer(status: number, headers: Headers, body: string | Buffer, outcome: EdgeLogEntry['outcome']): void {
    const { response } = this.visitor;
    this.logged.status = status;
    this.logged.outcome = outcome;
    if (response.headersSent || response.destroyed) return;
    this.logged.bytes = send(response, status, { ...headers, 'x-request-id': this.id }, body, this.isHead);
  }

  /** Answers without a body. */
  bare(status: number, headers: Headers, outcome: EdgeLogEntry['outcome']): void {
    const { response } = this.visitor;
    this.logged.status = status;
    this.logged.outcome = outcome;
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, { ...headers, 'x-request-id': this.id });
    response.end();
  }

  challenge(type: ChallengeKind): void {
    if (!this.site) return;
    const facts = this.facts(edgePages.check.status);
    if (wantsJson(facts)) {
      this.page('check', 'challenged');
      return;
    }
    const { html, headers } = challengePage(type, this.site, this.tools.passes, facts, this.visitor.scheme === 'https');
    this.answer(facts.status, { 'content-type': 'text/html; charset=utf-8', ...headers }, html, 'challenged');
  }

  async #solve(): Promise<void> {
    const { tools, site, visitor, now } = this;
    if (!site) return;
    const form = new URLSearchParams((await peek(visitor.request)).start.toString());
    const type = tools.passes.solved(form.get('seed') ?? '', form.get('nonce') ?? '', site.policy.id, visitor.ip, now);
    if (!type) return this.challenge('js');
    const cookie = tools.passes.cookie(type, site.policy.id, visitor.ip, now, visitor.scheme === 'https');
    const headers = { location: safePath(form.get('to') ?? '/'), 'set-cookie': cookie, 'cache-control': 'no-store' };
    this.answer(303, headers, '', 'challenged');
  }

  /** Ends the request as the engine has decided. */
  async finish(): Promise<void> {
    const { decision } = this;
    const end = decision?.end;
    const step = decision?.last();
    if (!end || !step) return;
    const { outcome, status } = end;
    if (outcome === 'direct') return forward(this);
    if (outcome === 'challenged') {
      const { challenge } = step.params;
      const type = typeof challenge === 'object' && 'key' in challenge ? challenge.key.replace('edge:challenge.', '') : 'js';
      return this.challenge(type === 'cookie' || type === 'captcha' ? type : 'js');
    }
    if (outcome === 'redirected') {
      const location = this.host.isPreview ? this.tools.preview(String(step.params.url), this.site) : String(step.params.url);
      return this.answer(status ?? 302, { location }, '', 'redirected');
    }
    if (outcome === 'maintenance') return this.page('maintenance', 'maintenance');
    if (outcome === 'blocked' && status === 429)
      return this.page('tooMany', 'blocked', { 'retry-after': String(decision.effect('rateLimit', 'retryAfter') ?? 1) });
    if (outcome === 'blocked' && status !== null) return this.page('blocked', 'blocked');
    this.logged.outcome = outcome === 'blocked' ? 'blocked' : 'failed';
    if (step.area === 'dns') return this.page('unknownHost');
    if (status !== null) return this.page(status === edgePages.loop.status ? 'loop' : 'originDown');
    this.visitor.request.socket.destroy();
  }

  #log(): void {
    const { site, visitor, host, edgeRequest, logged } = this;
    if (!site) return;
    const { request, protocol, tlsVersion, ip } = visitor;
    const [path = '', ...query] = (request.url ?? '').split('?');
    const [receivedPath = '', ...receivedQuery] = this.received.split('?');
    const why = decisionReason(this.decision);
    this.tools.logLine({
      id: this.id,
      at: this.now,
      domainId: site.policy.id,
      host: host.name,
      ip,
      country: edgeRequest.country ?? '',
      asn: edgeRequest.asn ?? null,
      method: request.method ?? 'GET',
      path: path.slice(0, 2048),
      query: maskQuery(query.join('?')),
      ...(this.received !== request.url && {
        target: [receivedPath.slice(0, 2048), ...receivedQuery.slice(0, 1).map(() => maskQuery(receivedQuery.join('?')))].join('?'),
      }),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      referer: (request.headers.referer ?? '').split('?')[0]?.slice(0, 1024) ?? '',
      protocol,
      tls: tlsVersion ?? null,
      ...logged,
      ...why,
      layer: logged.layer || why.layer,
      reason: logged.reason || why.reason,
      ms: Math.round(performance.now() - this.began),
    });
  }
}
