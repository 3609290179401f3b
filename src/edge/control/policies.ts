import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { DomainPolicy } from '../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../lib/rules/cdn/edge/config.ts';
import { configFromSource } from '../../lib/rules/cdn/edge/source.ts';
import { type Network, parseNetwork } from '../../lib/rules/core/network.ts';
import { cipherSuites } from '../base/ciphers.ts';
import { Purges } from '../cache/purges.ts';

/** A policy in the form that requests need, prepared once per version. */
export interface Site {
  policy: DomainPolicy;
  /** The deployed rules in their order. */
  config: EdgeConfig;
  allowed: readonly Network[];
  purges: Purges;
  /** The certificate of a host; null: none. */
  contextOf(host: string): SecureContext | null;
}

/** Why a policy can't be served, for the report. */
export class Refused extends Error {}

function contexts({ certificates, config }: DomainPolicy): Site['contextOf'] {
  const byHost = new Map<string, SecureContext>();
  const ciphers = cipherSuites(config.https.tlsVersions);
  for (const { hosts, chain, privateKey, id } of certificates) {
    try {
      if (!new X509Certificate(chain).checkPrivateKey(createPrivateKey(privateKey)))
        throw new Error('its key belongs to another certificate');
      const context = createSecureContext({ cert: chain, key: privateKey, ciphers });
      for (const host of hosts) byHost.set(host, context);
    } catch (error) {
      throw new Refused(`certificate ${id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return (host) => byHost.get(host) ?? byHost.get(host.replace(/^[^.]+/, '*')) ?? null;
}

/**
 * @param purgedAt from when its purges count, by their IDs; others count from now
 * @throws {Refused} a certificate is unreadable
 */
export function prepare(policy: DomainPolicy, purgedAt?: ReadonlyMap<string, number>): Site {
  return {
    policy,
    config: configFromSource(policy.config, 'deployed'),
    allowed: policy.allowedNetworks.map(parseNetwork).filter((one) => one !== null),
    purges: new Purges(policy.purges, purgedAt, policy.config.cache.mergeSlashes),
    contextOf: contexts(policy),
  };
}

/** All domains, by their names. */
export class Sites {
  readonly #byId = new Map<string, Site>();
  readonly #byName = new Map<string, Site>();

  set(site: Site): void {
    this.delete(site.policy.id);
    this.#byId.set(site.policy.id, site);
    this.#byName.set(site.policy.name, site);
  }
  delete(id: string): void {
    const site = this.#byId.get(id);
    if (site && this.#byName.get(site.policy.name) === site) this.#byName.delete(site.policy.name);
    this.#byId.delete(id);
  }
  get(id: string): Site | undefined {
    return this.#byId.get(id);
  }
  ids(): string[] {
    return [...this.#byId.keys()];
  }
  versions(): Record<string, number> {
    return Object.fromEntries([...this.#byId].map(([id, { policy }]) => [id, policy.version]));
  }
  /** The domain that a host belongs to: the nearest name above it. */
  of(host: string): Site | null {
    for (let name = host; name !== ''; ) {
      const site = this.#byName.get(name);
      if (site) return site;
      const dot = name.indexOf('.');
      if (dot < 0) return null;
      name = name.slice(dot + 1);
    }
    return null;
  }
}
