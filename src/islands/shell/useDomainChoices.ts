import { useStore } from '@nanostores/react';
import { useRead } from '../../browser/api/query.ts';
import { $domains } from '../../browser/stores/domain.ts';
import { type Domain, domain } from '../../lib/contract/cdn/domain.ts';
import { domainsMatching, listedDomains } from '../../lib/reads.ts';
import { folded } from '../ui/options.ts';

const none: readonly Domain[] = [];

/** The domains that match the input. If the list was cut off, the server searches. */
export function useDomainChoices(query: string): readonly Domain[] {
  const listed = useStore($domains) ?? none;
  const word = folded(query.trim());
  const isCut = listed.length >= listedDomains.perPage;
  const { data } = useRead(domain.list, domainsMatching(query.trim()), { enabled: isCut && word !== '' });
  if (isCut && word && data) return data.domains;
  return word ? listed.filter(({ name }) => name.includes(word)) : listed;
}
