import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { href } from '../../../lib/routes/index.ts';
import { isUnfinished } from '../../../lib/rules/cdn/domain/lifecycle.ts';

/** The steps of adding a domain. Once there is a domain, each has an address, and the first one is complete. */
export const addSteps = (t: Translate, domain?: string) =>
  (
    [
      ['domain', null],
      ['records', 'setupRecords'],
      ['nameServers', 'setupServers'],
      ['live', 'setupDone'],
    ] as const
  ).map(([key, route]) => ({
    key,
    label: t(`domain:step.${key}`),
    description: t(`domain:step.${key}Text`),
    ...(domain && route && { href: href(route, { domain }) }),
  }));

/** Where the setup of a waiting domain continues: at the records if it has none; with a CNAME setup, at the verification. */
export const setupHref = (domain: Domain): string =>
  domain.setupMode === 'cname'
    ? `${href('domainSettings', { domain: domain.name })}#cname-setup`
    : href(isUnfinished(domain) && domain.records === 0 ? 'setupRecords' : 'setupServers', { domain: domain.name });
