import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { CatalogPreview, dryRun, expectedVersion } from '../core/catalogPreview.ts';
import { DataCenter, OperatingSystem } from './server.ts';

/** `closed`: listed, but unavailable. `hidden`: not listed. What is there keeps running in all states. */
export const dataCenterStates = ['available', 'closed', 'hidden'] as const;

export const DataCenterForm = z
  .object({
    state: z.enum(dataCenterStates).describe('`closed` and `hidden`: nothing new can be created there. `hidden`: it isn’t listed either.'),
    isDefault: z.boolean().describe('It is preselected, and used where no data center is given. The former default no longer is.'),
  })
  .refine(({ state, isDefault }) => !isDefault || state === 'available', {
    path: ['state'],
    message: key('operatorOffer:error.default'),
  });
export const SystemForm = z.object({
  offered: z.boolean().describe('False: it can’t be installed, neither on new servers nor on existing ones.'),
});

export const OperatorDataCenter = DataCenter.omit({ available: true })
  .extend({ state: z.enum(dataCenterStates), servers: z.int().describe('Number of servers there.') })
  .meta({ id: 'OperatorDataCenter' });
export type OperatorDataCenter = z.infer<typeof OperatorDataCenter>;
export const OperatorSystem = OperatingSystem.extend({
  offered: z.boolean(),
  hasImage: z.boolean().describe('False: the hosts have no image of it, so that nobody can install it.'),
  servers: z.int().describe('Number of servers that have it.'),
}).meta({ id: 'OperatorSystem' });
export type OperatorSystem = z.infer<typeof OperatorSystem>;

const changed = z.object({ preview: CatalogPreview.describe('What the change does, or did.') });

/** Where servers can be ordered, and with which systems. For operators alone; everybody else gets a 404. */
export const operatorOffer = group('operatorOffer', 'server', {
  get: get('/operator/catalogue/offer', {
    summary: 'List all data centers and operating systems with the number of servers of each (operators only)',
    output: z.object({
      dataCenters: z.object({ list: z.array(OperatorDataCenter), version: z.int() }),
      systems: z.object({ list: z.array(OperatorSystem), version: z.int() }),
    }),
  }),
  updateDataCenter: post('/operator/catalogue/dataCenter/update', {
    idempotent: true,
    summary: 'Open, close or hide a data center, or make it the default (operators only)',
    input: DataCenterForm.safeExtend({ datacenterId: z.int(), version: expectedVersion, dryRun }),
    output: changed,
    success: false,
    touches: ['server', 'space'],
    errors: [key('error:versionConflict'), key('operatorOffer:error.noDefault')],
    example: { datacenterId: 12, state: 'closed', isDefault: false, version: 0 },
  }),
  updateSystem: post('/operator/catalogue/os/update', {
    idempotent: true,
    summary: 'Withdraw an operating system, or offer it again (operators only)',
    input: SystemForm.extend({ osId: z.int(), version: expectedVersion, dryRun }),
    output: changed,
    success: false,
    touches: ['server'],
    errors: [key('error:versionConflict'), key('operatorOffer:error.lastSystem')],
    example: { osId: 100, offered: false, version: 0 },
  }),
});
