import { type Route, routes } from '../../routes/index.ts';

/** The screens of each capability: this build has it if the first of them is registered. */
const screens = {
  compute: ['shell:route.servers'],
  objectStore: ['shell:route.spaces'],
  volumes: ['shell:route.volumes'],
  backups: ['shell:route.backups'],
  tickets: ['shell:route.tickets'],
  invoices: ['shell:route.invoicesCurrent', 'shell:route.invoicesClosed'],
  payments: ['shell:route.topUp'],
  account: ['shell:route.devices'],
  apiKeys: ['shell:route.apiKeys'],
  auditLog: ['shell:route.auditLog'],
  reports: ['shell:route.reports'],
} as const satisfies Record<string, readonly Route['title'][]>;

/** Capabilities without a screen of their own. `edge` is what `GET /provider/capabilities` reports. */
const fixed = { edge: false, dns: true, dnssec: true } as const;

export type Capability = keyof typeof screens | keyof typeof fixed;

/** The conditions for texts of the site: content refers to one of these. */
export const capabilities = [...Object.keys(fixed), ...Object.keys(screens)] as Capability[]; // the keys of both

const titles = new Set<string>(Object.values(routes).map(({ title }) => title));
const known: Record<Capability, boolean> = {
  ...fixed,
  ...(Object.fromEntries(Object.entries(screens).map(([name, of]) => [name, of.some((title) => titles.has(title))])) as Record<
    keyof typeof screens,
    boolean
  >), // the keys of `screens`
};

/** Whether this build of the product has a capability. */
export const has = (name: Capability): boolean => known[name];
