import type { Translate } from '../../lib/i18n/translator.ts';
import { href } from '../../lib/routes.ts';

/** The steps of adding a domain; each that can be gone to has an address. */
export const addSteps = (t: Translate) =>
  (['domain', 'nameServers', 'live'] as const).map((key) => ({
    key,
    label: t(`domain:step.${key}`),
    description: t(`domain:step.${key}Text`),
  }));

export const nameServersHref = (name: string): string => `${href('domainAdd')}?domain=${encodeURIComponent(name)}&step=name-servers`;
