import type { Translate } from '../../../../lib/i18n/translator.ts';
import { href } from '../../../../lib/routes/index.ts';
import type { DomainTab } from './tab.ts';

export const firewallTabs = (t: Translate, domain: string): DomainTab[] => [
  { value: 'firewall', label: t('firewall:tab.rules'), href: href('firewall', { domain }) },
  { value: 'firewallGroups', label: t('firewall:tab.groups'), href: href('firewallGroups', { domain }) },
];
