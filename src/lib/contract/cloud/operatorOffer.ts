import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { CatalogPreview, dryRun, expectedVersion } from '../core/catalogPreview.ts';
import { OperatorTexts } from '../core/texts.ts';
import { DataCenter, OperatingSystem } from './server.ts';

/** `closed`: listed, but unavailable. `hidden`: not listed. What is there keeps running in all states. */
export const dataCenterStates = ['available', 'closed', 'hidden'] as const;

const Names = OperatorTexts(60, 'operatorOffer:error.english').describe('By language. Languages without one have the English name.');
export const DataCenterForm = z
  .object({
    names: Names.optional().describe('Absent: unchanged.'),
    state: z.enum(dataCenterStates).describe('`closed` and `hidden`: nothing new can be created there. `hidden`: it isn’t listed either.'),
    isDefault: z.boolean().describe('It is preselected, and used where no data center is given. The former default no longer is.'),
  })
  .refine(({ state, isDefault }) => !isDefault || state === 'available', {
    path: ['state'],
    message: key('operatorOffer:error.default'),
  });
export const NewDataCenterForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{1,19}$/, key('operatorOffer:error.code'))
    .describe('By which the hosts know it, as in `OS_PLACES`. It never changes.'),
  names: Names,
  state: z.enum(dataCenterStates),
});
export const SystemForm = z.object({
  offered: z.boolean().describe('False: it can’t be installed, neither on new servers nor on existing ones.'),
});

export const OperatorDataCenter = DataCenter.omit({ available: true })
  .extend({
    names: Names,
    state: z.enum(dataCenterStates),
    hasPlace: z.boolean().describe('False: the hosts have no place for it, so that no servers, volumes and networks can be created there.'),
    servers: z.int().describe('Number of servers there.'),
  })
  .meta({ id: 'OperatorDataCenter' });
export type OperatorDataCenter = z.infer<typeof OperatorDataCenter>;
export const OperatorSystem = OperatingSystem.extend({
  offered: z.boolean(),
  hasImage: z.boolean().describe('False: the hosts have no image of it, so that nobody can install it.'),
  servers: z.int().describe('Number of servers that have it.'),
}).meta({ id: 'OperatorSystem' });
export type OperatorSystem = z.infer<typeof OperatorSystem>;

const conflict = key('error:versionConflict');
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
  createDataCenter: post('/operator/catalogue/dataCenter/create', {
    idempotent: true,
    summary: 'Add a data center that the hosts have a place for (operators only)',
    input: NewDataCenterForm.extend({ version: expectedVersion, dryRun }),
    output: changed,
    success: false,
    touches: ['server', 'space'],
    errors: [
      conflict,
      key('operatorOffer:error.codeTaken'),
      key('operatorOffer:error.nameTaken'),
      key('operatorOffer:error.noPlace'),
      key('operatorOffer:error.placesUnknown'),
      key('operatorOffer:error.tooMany'),
    ],
    example: { code: 'SIN', names: { en: 'Singapore', es: 'Singapur' }, state: 'closed', version: 0 },
  }),
  updateDataCenter: post('/operator/catalogue/dataCenter/update', {
    idempotent: true,
    summary: 'Rename, open, close or hide a data center, or make it the default (operators only)',
    input: DataCenterForm.safeExtend({ datacenterId: z.int(), version: expectedVersion, dryRun }),
    output: changed,
    success: false,
    touches: ['server', 'space', 'volume', 'network'],
    errors: [conflict, key('operatorOffer:error.noDefault'), key('operatorOffer:error.nameTaken'), key('operatorOffer:error.notOpened')],
    example: { datacenterId: 12, state: 'closed', isDefault: false, version: 0 },
  }),
  updateSystem: post('/operator/catalogue/os/update', {
    idempotent: true,
    summary: 'Withdraw an operating system, or offer it again (operators only)',
    input: SystemForm.extend({ osId: z.int(), version: expectedVersion, dryRun }),
    output: changed,
    success: false,
    touches: ['server'],
    errors: [conflict, key('operatorOffer:error.lastSystem')],
    example: { osId: 100, offered: false, version: 0 },
  }),
});
