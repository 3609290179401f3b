import { hasArea } from '../../../browser/access.ts';
import type { ApiKey } from '../../../lib/contract/account/apiKey.ts';
import { type Area, areas } from '../../../lib/contract/call.ts';
import { type AccessLevel, keyAreaIn } from '../../../lib/rules/core/apiKeyAccess.ts';

interface Template {
  access: Partial<Record<Area, AccessLevel>>;
  /** For one domain, which the customer chooses. */
  isOfDomain?: true;
}

/** Common purposes of a key. Programs find the id of a domain in its settings. */
export const templates = {
  dns: { access: { dns: 'write', globalConfigs: 'read' }, isOfDomain: true },
  certificates: { access: { https: 'write', globalConfigs: 'read' } },
  readAll: { access: Object.fromEntries(areas.map((area) => [area, 'read'])) },
} as const satisfies Record<string, Template>;
export type TemplateName = keyof typeof templates;

const isOffered = (area: Area) => hasArea(keyAreaIn(area));
/** Whether the provider has anything that the key would be for. */
export const isTemplateOffered = (name: TemplateName): boolean => (Object.keys(templates[name].access) as Area[]).some(isOffered); // keys of a record of areas

/** A level for every area: `none` for those that aren't named, or that the provider doesn't have. */
export const templateAccess = (input: Template['access']): ApiKey['access'] =>
  Object.fromEntries(areas.map((area) => [area, isOffered(area) ? (input[area] ?? 'none') : 'none'])) as ApiKey['access']; // every area
