import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { href } from '../../../lib/routes/index.ts';
import { isUnfinished } from '../../../lib/rules/cdn/domain/lifecycle.ts';

/** The steps of adding a domain. Each has an address, once there is a domain; the first one is over then. */
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

/** Where the setup of a waiting domain goes on: one without records is at its records still, one by CNAME at its verification. */
export const setupHref = (domain: Domain): string =>
  domain.setupMode === 'cname'
    ? `${href('domainSettings', { domain: domain.name })}#cname-setup`
    : href(isUnfinished(domain) && domain.records === 0 ? 'setupRecords' : 'setupServers', { domain: domain.name });
