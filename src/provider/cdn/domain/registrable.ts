import { getDomain, getPublicSuffix } from 'tldts';
import type { Env } from '../../../lib/env.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { toDomainName } from '../../../lib/rules/cdn/domain/name.ts';

/** Private suffixes count: `shop.github.io` is registrable below `github.io`, and `github.io` itself belongs to nobody's account. */
const suffixList = { allowPrivateDomains: true, validateHostname: false };

type Names = Pick<Env, 'NAME_SERVERS' | 'EDGE_ZONE' | 'ORIGIN' | 'MAIL_FROM'>;

/** Names that this installation depends on: its name servers, the zone of its edge, its public origin and the domain of its mail. */
function ownNames({ NAME_SERVERS, EDGE_ZONE, ORIGIN, MAIL_FROM }: Names): string[] {
  const sender = /@([^\s@>]+)>?$/.exec(MAIL_FROM)?.[1] ?? '';
  const hosts = [...NAME_SERVERS, EDGE_ZONE, ORIGIN ? new URL(ORIGIN).hostname : '', sender];
  return hosts.flatMap((host) => {
    const found = toDomainName(host);
    return found.ok ? [found.name] : [];
  });
}

const isBelow = (name: string, parent: string) => name === parent || name.endsWith(`.${parent}`);

export type Registrable = { ok: true; name: string } | { ok: false; name: string; apex: string; key: TKey; params?: TParams };

/**
 * The domain that a customer may add for what was typed: a registrable name (publicsuffix.org) that the provider doesn't use itself,
 * in ASCII. A name used by the provider is one that contains, equals or lies below a name of the environment.
 */
export function registrableName(input: string, env: Names): Registrable {
  const typed = toDomainName(input);
  if (!typed.ok) return { ok: false, name: '', apex: '', key: typed.key };
  const { name } = typed;
  if (getPublicSuffix(name, suffixList) === name) return { ok: false, name, apex: '', key: 'domain:error.publicSuffix', params: { name } };
  const apex = getDomain(name, suffixList) ?? name;
  if (ownNames(env).some((own) => isBelow(own, apex) || isBelow(apex, own)))
    return { ok: false, name, apex, key: 'domain:error.reserved', params: { name: apex } };
  if (apex !== name) return { ok: false, name, apex, key: 'domain:error.notApex', params: { apex } };
  return { ok: true, name };
}
