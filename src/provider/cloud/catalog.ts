import type { z } from 'zod';
import type { DataCenter, PriceEntry } from '../../lib/contract/cloud/server.ts';
import { maxBackups } from '../../lib/rules/cloud/backup.ts';
import { toPrice } from '../../lib/rules/cloud/price.ts';
import type { Rates } from '../../lib/rules/cloud/rates.ts';
import { maxVolumes } from '../../lib/rules/cloud/volume.ts';

/** The system code of all predefined sizes. */
export const customOs = 98;

/** EXAMPLE prices, data centers and systems: a provider replaces them with its own. */
export const cloudCatalog = {
  dataCenters: [
    { id: 10, name: 'Frankfurt', code: 'FRA', available: true, isDefault: true },
    { id: 11, name: 'Istanbul', code: 'IST', available: true, isDefault: false },
    { id: 12, name: 'Dubai', code: 'DXB', available: true, isDefault: false },
    { id: 13, name: 'Madrid', code: 'MAD', available: false, isDefault: false },
  ] satisfies DataCenter[],
  operatingSystems: [
    { id: 98, type: 'ubuntu', version: '22', name: 'Ubuntu 22.04' },
    { id: 99, type: 'ubuntu', version: '24', name: 'Ubuntu 24.04' },
    { id: 100, type: 'debian', version: '12', name: 'Debian 12' },
  ],
  limits: { servers: 100, sshKeys: 100, networks: 50, serverFirewalls: 50, volumes: maxVolumes, backups: maxBackups },
};

/** The price list: resources by unit, then the predefined sizes. It is the same in every data center and for every account. */
export const priceList = ({ unit, plan }: Rates): z.output<typeof PriceEntry>[] =>
  [...Object.entries(unit), ...Object.entries(plan)].map(([item, rate]) => ({
    service: 'CLOUD',
    item,
    datacenter_id: null,
    price: toPrice(rate),
    rate,
  }));
