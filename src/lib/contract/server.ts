import { z } from 'zod';
import { get, group } from './call.ts';
import { demo, Id, Mills } from './fields.ts';

/** A server as the list shows it. The cloud line adds the rest. */
export const Server = z.object({ id: Id, name: z.string() }).meta({ id: 'Server' });

export const DataCenter = z
  .object({ id: z.int(), name: z.string(), code: z.string(), available: z.boolean(), isDefault: z.boolean() })
  .meta({ id: 'DataCenter' });
export type DataCenter = z.infer<typeof DataCenter>;

export const PriceEntry = z
  .object({
    service: z.string(),
    item: z.string(),
    datacenter_id: z.int().nullable(),
    price: z.object({ hourly: Mills, daily: Mills, monthly: Mills, annual: Mills }),
  })
  .meta({ id: 'PriceEntry' });

export const server = group('server', {
  price: get('/server/fin/price', {
    summary: 'The price list of the account',
    area: 'servers',
    input: z.object({ userId: Id }),
    output: z.object({ data: z.array(PriceEntry) }),
    example: { userId: demo.domainId },
  }),
  list: get('/server/manage/list', {
    summary: 'The servers of the account',
    area: 'servers',
    output: z.object({ servers: z.array(Server) }),
  }),
  get: get('/server/manage/get', {
    summary: 'One server',
    area: 'servers',
    input: z.object({ serverId: Id }),
    output: z.object({ server: Server }),
    example: { serverId: demo.domainId },
  }),
  dataCenters: get('/server/general/dataCenters', {
    summary: 'Data centres',
    output: z.array(DataCenter),
  }),
  osList: get('/server/general/osList', {
    summary: 'Operating systems',
    output: z.array(z.object({ id: z.int(), type: z.string(), version: z.string(), name: z.string() }).meta({ id: 'OperatingSystem' })),
  }),
});
