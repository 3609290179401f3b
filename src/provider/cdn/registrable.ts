import { getDomain, getPublicSuffix } from 'tldts';
import { type Env, mailDomain } from '../../config/env.ts';
import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import { toDomainName } from '../../lib/rules/cdn/domain/name.ts';

/** Includes private suffixes: `shop.github.io` is registrable below `github.io`, and `github.io` itself can't be added to an account. */
const suffixList = { allowPrivateDomains: true, validateHostname: false };

type Names = Pick<Env, 'NAME_SERVERS' | 'EDGE_ZONE' | 'ORIGIN' | 'MAIL_FROM'>;

/** Names that this installation depends on: its name servers, the edge zone, its public origin and the mail domain. */
function ownNames(env: Names): string[] {
  const hosts = [...env.NAME_SERVERS, env.EDGE_ZONE, env.ORIGIN ? new URL(env.ORIGIN).hostname : '', mailDomain(env)];
  return hosts.flatMap((host) => {
    const found = toDomainName(host);
    return found.ok ? [found.name] : [];
  });
}

const isBelow = (name: string, parent: string) => name === parent || name.endsWith(`.${parent}`);

export type Registrable = { ok: true; name: string } | { ok: false; name: string; apex: string; key: TKey; params?: TParams };

/**
 * The domain that a customer may add for the typed input: a registrable name (publicsuffix.org) that the provider doesn't use itself,
 * in ASCII. A name is in use by the provider if it contains, equals or is below a name of the environment.
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
