import { type Https, https } from '../../lib/contract/https.ts';
import { tlsVersions } from '../../lib/rules/edge/config.ts';
import type { EdgeSettings } from '../../lib/rules/edge/defaults.ts';
import { httpsFault, rememberedUntil } from '../../lib/rules/https/hsts.ts';
import { ownedDomain } from '../db/owned.ts';
import { featuresOf, requireFeature } from '../domain/features.ts';
import { settingOf, type Versioned, writeSetting } from '../edge/settings.ts';
import { implement, refuse } from '../implement.ts';

function show({
  tlsVersions: versions,
  http2 = true,
  http3 = true,
  hstsRememberedUntil = null,
  ...rest
}: Versioned<EdgeSettings['https']>) {
  return { ...rest, tlsVersions: [...versions], http2, http3, hstsRememberedUntil } satisfies Https;
}

/** Turns settings down that can't stand together. */
function demand(next: EdgeSettings['https'], changed: 'settings' | 'hsts'): void {
  const fault = httpsFault(next, changed);
  if (fault) refuse(fault.status, fault.key, { fields: { [fault.field]: { key: fault.key } } });
}

export const httpsHandlers = implement(https, {
  async get({ db, user }, { domainId }) {
    const domain = await ownedDomain(db, user, domainId);
    return { https: show(await settingOf(db, domain, 'https')), gate: { websockets: featuresOf(domain).websockets } };
  },

  async update(ctx, { domainId, version, ...change }) {
    const { after } = await writeSetting(ctx, 'https', { domainId, version }, (domain, before) => {
      // What a smaller plan left on can still be turned off.
      if (change.websockets && !before.websockets) requireFeature(ctx, domain, 'websockets');
      const { enabled = before.enabled, httpToHttps = before.httpToHttps } = change;
      demand({ ...before, enabled, httpToHttps }, 'settings');
      return change;
    });
    return { https: show(after) };
  },

  async tls(ctx, { domainId, version, tlsVersions: chosen }) {
    const { after } = await writeSetting(ctx, 'https', { domainId, version }, () => ({
      tlsVersions: tlsVersions.filter((one) => chosen.includes(one)),
    }));
    return { https: show(after) };
  },

  async hsts(ctx, { domainId, version, ...hsts }) {
    const { after } = await writeSetting(ctx, 'https', { domainId, version }, (_, before) => {
      demand({ ...before, hsts }, 'hsts');
      return { hsts, hstsRememberedUntil: rememberedUntil(before, ctx.now) };
    });
    return { https: show(after) };
  },

  async backendProtocol(ctx, { domainId, version, backendProtocol }) {
    const { after } = await writeSetting(ctx, 'https', { domainId, version }, () => ({ backendProtocol }));
    return { https: show(after) };
  },
});
