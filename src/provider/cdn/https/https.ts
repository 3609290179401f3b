import { type Https, https } from '../../../lib/contract/cdn/https.ts';
import { tlsVersions } from '../../../lib/rules/cdn/edge/config.ts';
import type { EdgeSettings } from '../../../lib/rules/cdn/edge/defaults.ts';
import { httpsFault, rememberedUntil } from '../../../lib/rules/cdn/https/hsts.ts';
import { implement, refuse } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import { gatesFor, requireFeature } from '../domain/features.ts';
import { settingOf, type Versioned, writeSetting } from '../edge/settings.ts';

function show({
  tlsVersions: versions,
  http2 = true,
  http3 = true,
  hstsRememberedUntil = null,
  ...rest
}: Versioned<EdgeSettings['https']>) {
  return { ...rest, tlsVersions: [...versions], http2, http3, hstsRememberedUntil } satisfies Https;
}

const response = (setting: Versioned<EdgeSettings['https']>) => ({ https: show(setting) });

/** Refuses settings that contradict each other. */
function demand(next: EdgeSettings['https'], changed: 'settings' | 'hsts'): void {
  const fault = httpsFault(next, changed);
  if (fault) refuse(fault.status, fault.key, { fields: { [fault.field]: { key: fault.key } } });
}

export const httpsHandlers = implement(https, {
  async get({ db, account }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return { https: show(await settingOf(db, domain, 'https')), gate: { websockets: (await gatesFor(db, domain)).websockets } };
  },

  update: (ctx, { domainId, version, ...change }) =>
    writeSetting(
      ctx,
      'https',
      { domainId, version },
      async (domain, before, tx) => {
        // A feature that the plan no longer includes can still be turned off.
        if (change.websockets && !before.websockets) await requireFeature(ctx, tx, domain, 'websockets');
        const { enabled = before.enabled, httpToHttps = before.httpToHttps } = change;
        demand({ ...before, enabled, httpToHttps }, 'settings');
        return change;
      },
      response,
    ),

  tls: (ctx, { domainId, version, tlsVersions: chosen }) =>
    writeSetting(ctx, 'https', { domainId, version }, () => ({ tlsVersions: tlsVersions.filter((one) => chosen.includes(one)) }), response),

  hsts: (ctx, { domainId, version, ...hsts }) =>
    writeSetting(
      ctx,
      'https',
      { domainId, version },
      (_, before) => {
        demand({ ...before, hsts }, 'hsts');
        return { hsts, hstsRememberedUntil: rememberedUntil(before, ctx.now) };
      },
      response,
    ),

  backendProtocol: (ctx, { domainId, version, backendProtocol }) =>
    writeSetting(ctx, 'https', { domainId, version }, () => ({ backendProtocol }), response),
});
