import type { Env } from '../../../config/env.ts';
import { type ReplyRecord, readRecords } from '../../../dns/reply.ts';
import { allAddresses } from '../../../dns/steering.ts';
import { edgeAddresses, prepareZone } from '../../../dns/zone.ts';
import { type Propagation, propagation } from '../../../lib/contract/cdn/propagation.ts';
import { presentation } from '../../../lib/rules/cdn/dns/rdata/wire.ts';
import { absolute, checkName } from '../../../lib/rules/core/dnsName.ts';
import { toNamedServer } from '../../../lib/rules/core/dnsServer.ts';
import { type RecordType, recordTypes, typeNumbers } from '../../../lib/rules/core/dnsTypes.ts';
import { implement } from '../../core/implement.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { ownedDomain } from '../../db/owned.ts';
import { readSteering } from '../../drivers/dns/steering.ts';
import { NoReply, queryServer, type Reply, type Server } from '../../drivers/resolver/wire.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { zoneData } from '../zone/index.ts';
import { compare, type Expected, expectedAnswer } from './compare.ts';

/** Each look asks every configured resolver, at most 16, at once. */
const looks: Limit = { name: 'propagation', max: 30, windowMs: 60_000 };
/** A packet may be lost, so a server that doesn't answer is asked twice. */
const MAX_ATTEMPTS = 2;
const TRY_MS = 2_000;

interface ProbedServer {
  /** Empty: our own name server. */
  label: string;
  kind: 'own' | 'resolver';
  server: Server;
}

/** The name servers to ask: the one of this installation if its address is known, and the operator's resolvers. */
function dnsServers({ DNS_DRIVER, DNS_PORT, HOST, PROPAGATION_RESOLVERS }: Env): ProbedServer[] {
  const here = HOST === '0.0.0.0' || HOST === 'localhost' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  const named = PROPAGATION_RESOLVERS.map(toNamedServer).filter((one) => one !== null);
  return [
    ...(DNS_DRIVER === 'node' && DNS_PORT > 0 ? [{ label: '', kind: 'own' as const, server: { address: here, port: DNS_PORT } }] : []),
    ...named.map(({ label, server }) => ({ label, kind: 'resolver' as const, server })),
  ];
}

const typesByNumber = new Map<number, RecordType>(recordTypes.map((type) => [typeNumbers[type], type]));
/** Long strings are cut: a TXT record can have 64 KB, and a stranger's server answers here. */
const MAX_TEXT = 2_000;

/** A record as the contract returns it; one whose data isn't readable is in the generic form of RFC 3597. */
function formatAnswer({ name, type, ttl, rdata }: ReplyRecord, current: boolean): Propagation['resolvers'][number]['answer'][number] {
  const named = typesByNumber.get(type) ?? 'CNAME'; // only the asked type and aliases are shown
  const content = presentation(named, [...rdata]) ?? `\\# ${rdata.length} ${rdata.toString('hex')}`;
  return { name, type: named, content: content.slice(0, MAX_TEXT), ttl, current };
}

type Result = Omit<Propagation['resolvers'][number], 'name' | 'kind' | 'ms'>;

async function look(
  one: ProbedServer,
  question: { name: string; type: RecordType },
  expected: Expected,
  signal: AbortSignal,
): Promise<Result> {
  let reply: Reply | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !reply && !signal.aborted; attempt++)
    reply = await queryServer(one.server, question, { recursive: one.kind === 'resolver', timeoutMs: TRY_MS, signal }).catch(
      (error: unknown) => {
        if (error instanceof NoReply) return null;
        throw error;
      },
    );
  if (!reply) return { state: 'silent', answer: [], expiresIn: null };
  if (reply.rcode !== 'NOERROR' && reply.rcode !== 'NXDOMAIN') return { state: 'failed', rcode: reply.rcode, answer: [], expiresIn: null };
  const { state, answer, expiresIn } = compare(
    expected,
    { name: question.name, type: typeNumbers[question.type] },
    readRecords(reply.message),
  );
  return {
    state,
    answer: answer.map((record) => formatAnswer(record, record.current)),
    expiresIn: one.kind === 'own' ? null : expiresIn,
  };
}

export const propagationHandlers = implement(propagation, {
  async get(ctx, { domainId, name: typed, type }) {
    const { env } = ctx.services;
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    // A question may be asked at any name, so the rules of a type that is allowed everywhere apply.
    const checked = checkName(typed, { zone: domain.name, type: 'TXT' });
    if (!checked.ok) throw new Refusal(422, 'error:validation', { fields: { name: { key: checked.key, params: checked.params } } });
    const servers = dnsServers(env);
    await consumeAttempt(ctx, [{ limit: looks, key: ctx.account.id }]);
    const served = { name: domain.name, version: domain.zoneVersion, keys: [], ...(await zoneData(ctx.db, domain)) };
    const name = absolute(checked.name, domain.name);
    const steering = await readSteering(ctx.db, env);
    const expected = expectedAnswer(
      prepareZone(served, steering ? allAddresses(steering) : edgeAddresses(env.EDGE_ADDRESSES), steering !== null),
      name,
      typeNumbers[type],
    );
    const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(MAX_ATTEMPTS * TRY_MS + 500)]);
    const resolvers = await Promise.all(
      servers.map(async (one) => {
        const from = performance.now();
        const result = await look(one, { name, type }, expected, signal);
        return { name: one.label, kind: one.kind, ...result, ms: Math.round(performance.now() - from) };
      }),
    );
    return {
      propagation: {
        name,
        type,
        zone: {
          source: expected.source,
          ...(expected.target !== undefined && { target: expected.target }),
          answer: expected.records
            .filter((record) => record.type === typeNumbers[type] || record.type === typeNumbers.CNAME)
            .map((record) => formatAnswer(record, true)),
        },
        resolvers,
      },
    };
  },
});
