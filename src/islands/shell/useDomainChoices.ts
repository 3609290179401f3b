import { useStore } from '@nanostores/react';
import { useRead } from '../../lib/api/query.ts';
import { type Domain, domain } from '../../lib/contract/domain.ts';
import { domainByName, listedDomains } from '../../lib/reads.ts';
import { $domains } from '../../lib/stores/domain.ts';
import { folded } from '../ui/options.ts';

const none: readonly Domain[] = [];

/** The domains that fit what was typed. A list that was cut off is searched by the server. */
export function useDomainChoices(query: string): readonly Domain[] {
  const listed = useStore($domains) ?? none;
  const word = folded(query.trim());
  const isCut = listed.length >= listedDomains.perPage;
  const { data } = useRead(domain.list, domainByName(query.trim()), { enabled: isCut && word !== '' });
  if (isCut && word && data) return data.domains;
  return word ? listed.filter(({ name }) => name.includes(word)) : listed;
}
