import { send } from '../../../../browser/api/client.ts';
import { stale } from '../../../../browser/api/query.ts';
import { navigate } from '../../../../browser/navigate.ts';
import { openDialog } from '../../../../browser/stores/dialogs.ts';
import type { Server } from '../../../../lib/contract/cloud/server.ts';
import { serverCatalog } from '../../../../lib/contract/cloud/serverCatalogue.ts';
import { snapshot } from '../../../../lib/contract/cloud/snapshot.ts';
import { formatMoney } from '../../../../lib/format/money.ts';
import { currentLocale, t } from '../../../../lib/i18n/react.tsx';
import { href } from '../../../../lib/routes/index.ts';
import { toPrice, toRates } from '../../../../lib/rules/cloud/price.ts';
import { catalogRates } from '../../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../../lib/rules/core/traffic.ts';
import { iso } from '../../../../lib/time.ts';

/** Sizes of disks are in 2^30 bytes, prices are per 10^9. */
const GIB = 1_073_741_824;

/** `web-1-copy-20261130-144507`: unique, as one is taken at a time. @param now epoch ms */
const snapshotName = (name: string, now: number): string =>
  `${name.slice(0, 38)}-copy-${iso(now).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;

/** Takes a snapshot of the server, after a question with its price, and leads to an order that is filled in like the server. */
export async function confirmClone({ id, name, disk }: Server): Promise<void> {
  const rates = toRates(await send(serverCatalog.publicPrice, {}), catalogRates);
  const price = formatMoney(toPrice(Math.ceil((disk.size * GIB) / GB) * rates.unit.snapshot).monthly, currentLocale(), { exact: true });
  openDialog({
    kind: 'confirm',
    title: t('server:clone.title', { name }),
    description: t('server:clone.text', { price }),
    action: t('server:clone.action'),
    cancel: t('common:cancel'),
    async run() {
      const { snapshot: created } = await send(snapshot.create, { serverId: id, name: snapshotName(name, Date.now()) });
      stale(snapshot.create);
      navigate.to(`${href('serverOrder')}?like=${id}&snapshot=${created.id}`);
    },
  });
}
