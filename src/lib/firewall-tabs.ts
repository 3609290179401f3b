import type { Translate } from './i18n/translator.ts';
import { href } from './routes.ts';

/** The screens of a domain's firewall, as tabs. Each is an address of its own. */
export const firewallTabs = (t: Translate, domain: string) => [
  { value: 'firewall', label: t('firewall:tab.rules'), href: href('firewall', { domain }) },
  { value: 'firewallGroups', label: t('firewall:tab.groups'), href: href('firewallGroups', { domain }) },
];
