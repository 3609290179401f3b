import { X509Certificate } from 'node:crypto';
import { type Https, https } from '../../../lib/contract/cdn/https.ts';
import { tlsVersions } from '../../../lib/rules/cdn/edge/config.ts';
import type { EdgeSettings } from '../../../lib/rules/cdn/edge/defaults.ts';
import { httpsFault, rememberedUntil } from '../../../lib/rules/cdn/https/hsts.ts';
import { maxOriginPins, readOriginCas, readOriginPins } from '../../../lib/rules/cdn/https/originCa.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { ownedDomain, selectClientCertificates } from '../../db/owned.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { hasAbility, loadSetting, requireAbility, type Versioned, writeSetting } from '../edge/index.ts';
import { gatesFor, requireFeature } from '../features.ts';
import { deleteClientCertificate, setClientCertificate, showClientCertificate } from './clientCertificate.ts';

/** @param hasHttp3 whether the edges speak HTTP/3: without it, the setting has no effect and is off */
function show(
  {
    tlsVersions: versions,
    http2 = true,
    http3 = true,
    hstsRememberedUntil = null,
    originCheck = 'off',
    originCa = null,
    originPins = null,
    ...rest
  }: Versioned<EdgeSettings['https']>,
  hasHttp3: boolean,
) {
  return {
    ...rest,
    tlsVersions: [...versions],
    http2,
    http3: http3 && hasHttp3,
    hstsRememberedUntil,
    originCheck,
    originCa,
    originPins,
  } satisfies Https;
}

/** Writes the settings, and responds with them. */
async function write(
  ctx: SignedIn,
  at: { domainId: string; version: number | undefined },
  decide: Parameters<typeof writeSetting<'https', unknown>>[3],
) {
  const speaksHttp3 = await hasAbility(ctx, 'http3');
  return writeSetting(ctx, 'https', at, decide, (setting) => ({ https: show(setting, speaksHttp3) }));
}

/** Refuses settings that contradict each other. */
function demand(next: EdgeSettings['https'], changed: 'settings' | 'hsts'): void {
  const fault = httpsFault(next, changed);
  if (fault) refuse(fault.status, fault.key, { fields: { [fault.field]: { key: fault.key } } });
}

/** @returns the certificates in standard form; refuses a text that has none, or others that can't be read */
function checkedCas(text: string): string {
  const read = readOriginCas(text);
  if ('fault' in read) return refuseField('originCa', read.fault);
  for (const pem of read.pem.split(/(?<=-----END CERTIFICATE-----\n)/)) {
    try {
      new X509Certificate(pem);
    } catch {
      refuseField('originCa', 'https:error.originCa');
    }
  }
  return read.pem;
}

function checkedPins(text: string): string {
  const read = readOriginPins(text);
  return 'fault' in read ? refuseField('originPins', read.fault, { max: maxOriginPins }) : read.pins;
}

export const httpsHandlers = implement(https, {
  async get(ctx, { domainId }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    const certificate = await selectClientCertificates(ctx.db, domain).selectAll().executeTakeFirst();
    return {
      https: show(await loadSetting(ctx.db, domain, 'https'), await hasAbility(ctx, 'http3')),
      gate: { websockets: (await gatesFor(ctx.db, domain)).websockets },
      clientCertificate: certificate ? showClientCertificate(certificate) : null,
    };
  },

  update: (ctx, { domainId, version, ...change }) =>
    write(ctx, { domainId, version }, async (domain, before, tx) => {
      // A feature that the plan no longer includes can still be turned off.
      if (change.websockets && !before.websockets) await requireFeature(ctx, tx, domain, 'websockets');
      if (change.http3) await requireAbility(ctx, 'http3', 'http3');
      const { enabled = before.enabled, httpToHttps = before.httpToHttps } = change;
      demand({ ...before, enabled, httpToHttps }, 'settings');
      return change;
    }),

  tls: (ctx, { domainId, version, tlsVersions: chosen }) =>
    write(ctx, { domainId, version }, () => ({ tlsVersions: tlsVersions.filter((one) => chosen.includes(one)) })),

  hsts: (ctx, { domainId, version, ...hsts }) =>
    write(ctx, { domainId, version }, (_, before) => {
      demand({ ...before, hsts }, 'hsts');
      return { hsts, hstsRememberedUntil: rememberedUntil(before, ctx.now) };
    }),

  originCheck: (ctx, { domainId, version, originCheck, originCa, originPins }) =>
    write(ctx, { domainId, version }, async (_, before) => {
      if (originCheck !== 'off') await requireAbility(ctx, originCheck === 'pin' ? 'originPins' : 'originVerification', 'originCheck');
      const none = { originCheck, originCa: null, originPins: null };
      if (originCheck === 'pin') return { ...none, originPins: checkedPins(originPins ?? before.originPins ?? '') };
      if (originCheck === 'own') return { ...none, originCa: checkedCas(originCa ?? before.originCa ?? '') };
      return none;
    }),

  backendProtocol: (ctx, { domainId, version, backendProtocol }) => write(ctx, { domainId, version }, () => ({ backendProtocol })),
  clientCertificate: setClientCertificate,
  deleteClientCertificate,
});
