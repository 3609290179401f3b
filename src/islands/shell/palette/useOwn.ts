import { useEffect, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import type { FindIndex } from '../../../browser/find/index.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { countryName } from '../../../lib/format/country.ts';
import { latinDigits } from '../../../lib/format/digits.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { href, type RouteName, routes } from '../../../lib/routes/index.ts';
import { routeIcons } from '../icons.ts';
import type { Item } from './items.ts';

/** Milliseconds after the last keystroke before records are requested from the provider. */
const SETTLE_MS = 200;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Records and rules of the chosen domain. Records are searched by the provider, as a zone may have ten thousand of them. */
export function useOwn(query: string, domain: { id?: string; name: string } | null, index: FindIndex | null, locale: Locale) {
  const q = useSettled(latinDigits(query.trim()));
  const domainId = domain?.id ?? '';
  const options = { enabled: domainId !== '' && q.length > 1 };
  const records = useRead(dns.list, { domainId, q, page: 1, perPage: 5 }, options).data?.records ?? [];
  const rules = useRead(firewall.list, { domainId }, options).data?.rules ?? [];
  const paths = useRead(pageRule.list, { domainId }, options).data?.paths ?? [];
  const limits = useRead(rateLimit.list, { domainId }, options).data?.rules ?? [];
  const clusters = useRead(cluster.list, { domainId }, options).data?.clusters ?? [];
  if (!domain) return { records: [], rules: [] };
  const { name } = domain;
  const item = (route: RouteName, id: string, label: string, detail: string, search = ''): Item => ({
    key: `${route} ${id}`,
    label,
    ltr: 'label',
    icon: routeIcons[routes[route].icon],
    detail,
    to: `${href(route, { domain: name })}${search}`,
  });
  return {
    records: options.enabled
      ? records.map(({ id, name: own, type, content }) =>
          item('dns', id, own === '@' ? name : `${own}.${name}`, `${type} ${content}`, `?q=${encodeURIComponent(q)}`),
        )
      : [],
    // The index provides the names of their kinds.
    rules: index
      ? [
          ...rules.map(({ id, kind, value, description }) => ({
            ...item('firewall', id, kind === 'country' ? countryName(value, locale) : value, index.action.rule),
            words: `${value}, ${description ?? ''}`,
          })),
          ...paths.map(({ id, path }) => item('pageRules', id, path, index.action.pageRule)),
          ...limits.map(({ id, title, path }) => item('rateLimit', id, title || path || '/*', index.action.rateLimit)),
          ...clusters.map(({ id, name: own }) => item('clusters', id, own ?? id, index.action.cluster)),
        ]
      : [],
  };
}
