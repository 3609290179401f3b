import { server } from '../../lib/contract/server.ts';
import { ownedServers } from '../db/owned.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import { implement, refuse } from '../implement.ts';

/** Mills for a span of hours: a rate in micro-mills an hour, rounded once (design.md section 4). */
const millsFor = (rate: number, hours: number) => Math.round((rate * hours) / 1_000_000);

export const serverHandlers = implement(server, {
  price: ({ user }, { userId }) => {
    // The spec sends the id; the price list of another account is nobody's business.
    if (userId !== user.id) refuse(404, 'error:notFound');
    return {
      data: Object.entries(catalogue.serverRates).map(([item, rate]) => ({
        service: 'CLOUD',
        item,
        datacenter_id: null,
        price: { hourly: millsFor(rate, 1), daily: millsFor(rate, 24), monthly: millsFor(rate, 730), annual: millsFor(rate, 8760) },
      })),
    };
  },
  list: async ({ db, user }) => ({ servers: await ownedServers(db, user).select(['id', 'name']).orderBy('name').execute() }),
  get: async ({ db, user }, { serverId }) => ({
    server:
      (await ownedServers(db, user).select(['id', 'name']).where('id', '=', serverId).executeTakeFirst()) ?? refuse(404, 'error:notFound'),
  }),
  dataCenters: () => catalogue.dataCenters,
  osList: () => catalogue.operatingSystems,
});
