import type { z } from 'zod';
import type { DataCenter, PriceEntry } from '../../lib/contract/cloud/server.ts';
import { maxBackups } from '../../lib/rules/cloud/backup.ts';
import { toPrice } from '../../lib/rules/cloud/price.ts';
import type { Rates } from '../../lib/rules/cloud/rates.ts';
import { maxVolumes } from '../../lib/rules/cloud/volume.ts';
import type { Texts } from '../db/tables/core/status.ts';

/** The system code of all predefined sizes. */
export const customOs = 98;

/** EXAMPLE data centers, which operators change and add to, and systems and limits, which a provider replaces with its own. */
export const cloudCatalog = {
  dataCenters: [
    {
      id: 10,
      code: 'FRA',
      names: { en: 'Frankfurt', fa: 'فرانکفورت', ar: 'فرانكفورت', es: 'Fráncfort' },
      available: true,
      isDefault: true,
    },
    { id: 11, code: 'IST', names: { en: 'Istanbul', fa: 'استانبول', ar: 'إسطنبول', es: 'Estambul' }, available: true, isDefault: false },
    { id: 12, code: 'DXB', names: { en: 'Dubai', fa: 'دبی', ar: 'دبي', es: 'Dubái' }, available: true, isDefault: false },
    { id: 13, code: 'MAD', names: { en: 'Madrid', fa: 'مادرید', ar: 'مدريد', es: 'Madrid' }, available: false, isDefault: false },
  ] satisfies (Omit<DataCenter, 'name'> & { names: Texts & { en: string } })[],
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
