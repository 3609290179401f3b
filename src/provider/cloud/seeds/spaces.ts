import { demo } from '../../../lib/contract/fields.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import { startOfHour } from '../space/index.ts';

const LINK_DAYS = 7;

/** A gradient of 320 × 200 pixels, as a demo image. */
const picture = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAUAAAADICAIAAAAWZq/8AAAEz0lEQVR42u3a53YVZRSA4eA1WMEOdrCDHexgBzshBEgIJQkqYkEsiIEUSAikkR',
    'CSiIIoiIIoiIK3hnvW+c75749xVtY8z3pv4Vsze+1dd3n9P7WuiFZEF6MrKzVcvKrhQmrlhauz/o6uiRpTMxv/mrkqa1bq/KzV56+tdt2aP2td',
    'HzVF56IbKjWfu7H5bGrt2Zuy/ohujlpSs1t+n70ua07qzJz1Z26pduuG32rdFm2MTke3V2o9fUfrqVTbqTuzfo3uitpTc9t/mbspa17q5Lz3Tt',
    '5d7Z73f651b/RBdCK6r9LmE/dvPp768PgDWT9FD0ZbUvO3/Dj/o6wFqWMLPj72ULWHP/mh1iPRp9HR6NFKW48+tvVI6rMjj2d9Hz0RbUst3Pbd',
    'ws+zFqUOL/ri8JPVnvry21pPR19FU9EzlbZPPbt9MvX15HNZE9Hz0Y7U4h2HFn+TtSQ1vqRj/IVqL+48WOulaFc0Fr1cqXPslc7RVNfoq1kHot',
    'ei7tTS7pGlPVnLUsPLdg+/Xu2NPUO13ox6o8HorUp9g2/3DaT2DryTtT96N+pPLe/ft3xfVn2qv35//4pqDQN7a62MBqO+qLHSUN+qod7UcO/q',
    'rD3Rmmgk1TSyu+lAVnOqp3m0Z221lrHuWuuig1FXtL7SeNeG8c7Uoc6NWbui1mgi1Taxs20yqz3V0T7VsanaZXXAtOUBgwcMFPKAZ8yokzRN8w',
    'WG6f0LfUnSNM0XGMzAkszAgDUSeMDAdJiBL0mapvkCg19owAMG/usMbJkm2QMDRfxCOyiV3EIDZmBJZmCwRgI8YCC/GdhBqeQWGvALDXjAUJYZ',
    '2DJNsgcGiviFdlAquYUGzMCSzMBgjQR4wEB+M7CDUsktNOAXGvCAoSwzsGWaZA8MFPEL7aBUcgsNmIElmYHBGgnwgIH8ZmAHpZJbaMAvNOABQ1',
    'lmYMs0yR4YKOIX2kGp5BYaMANLMgODNRLgAQP5zcAOSiW30IBfaMADhrLMwJZpkj0wUMQvtINSyS00YAaWZAYGayTAAwbym4EdlEpuoQG/0IAH',
    'DGWZgS3TJHtgoIhfaAelkltowAwsyQwM1kiABwzkNwM7KJXcQgN+oQEPGMoyA1umSfbAQBG/0A5KJbfQgBlYkhkYrJEADxjIbwZ2UCq5hQb8Qg',
    'MeMJRlBrZMk+yBgSJ+oR2USm6hATOwJDMwWCMBHjCQ3wzsoFRyCw34hQY8YCjLDGyZJtkDA0X8QjsoldxCA2ZgSWZgsEYCPGAgvxnYQankFhrw',
    'Cw14wFCWGdgyTbIHBor4hXZQKrmFBszAkszAYI0EeMBAfjOwg1LJLTTgFxrwgKEsM7BlmmQPDBTxC+2gVHILDZiBJZmBwRoJ8ICB/GZgB6WSW2',
    'jALzTgAUNZZmDLNMkeGCjiF9pBqeQWGjADSzIDgzUS4AED+c3ADkolt9CAX2jAA4ayzMCWaZI9MFDEL7SDUsktNGAGlmQGBmskwAMG8puBHZRK',
    'bqEBv9CABwxlmYEt0yR7YKCIX2gHpZJbaMAMLMkMDNZIgAcM5DcDOyiV3EIDfqEBDxjKMgNbpkn2wEARv9AOSiW30IAZWJIZGKyRAA8YyG8Gdl',
    'AquYUG/EIDHjCUZQa2TJPsgYEifqEdlEpuoYH/3b/b6UoCAlrwqQAAAABJRU5ErkJggg==',
  ].join(''),
  'base64',
);

const objects: readonly [key: string, type: string, content: Buffer][] = [
  ['readme.txt', 'text/plain; charset=utf-8', Buffer.from('Pictures and reports of the shop.\nRead only for everybody who has a link.\n')],
  ['photos/2026/spring.png', 'image/png', picture],
  ['photos/2026/autumn.png', 'image/png', picture],
  ['photos/logo.png', 'image/png', picture],
  [
    'reports/orders-2026-10.csv',
    'text/csv; charset=utf-8',
    Buffer.from('day,orders,total\n2026-10-01,41,1830.50\n2026-10-02,38,1712.00\n'),
  ],
  ['گزارش‌ها/فروش ۱۴۰۵.txt', 'text/plain; charset=utf-8', Buffer.from('گزارش فروش سال ۱۴۰۵\n')],
];

/** Two spaces of the demo customer, where the store is the embedded one: nothing is written to a store elsewhere. */
export const seedSpaces: Seed = async (tx, { now, customers, services }) => {
  const store = services.objects;
  if (store?.capabilities.engine !== 'fs') return;
  const spaces = [
    { id: demo.spaceId, name: 'demo-media', size: 50, daysAgo: 92, dataCenterId: 10 },
    { id: demo.emptySpaceId, name: 'demo-archive', size: 500, daysAgo: 12, dataCenterId: 11 },
  ];
  for (const { id, name, size, daysAgo, dataCenterId } of spaces) {
    await store.createSpace(name, size * GB);
    const { accessKey } = await store.makeKey(name);
    const createdAt = now - daysAgo * DAY;
    const row = {
      id,
      accountId: customers.main,
      name,
      dataCenterId,
      size,
      accessKey,
      keyCreatedAt: createdAt,
      createdAt,
      reservedAt: null,
      stops: [],
    };
    const meter = { bytes: 0, objects: 0, meteredUntil: startOfHour(now), carry: 0 };
    await tx
      .insertInto('space')
      .values({ ...row, ...meter })
      .execute();
  }
  for (const [key, type, content] of objects) await store.put('demo-media', key, content, type);
  const scope = { readOnly: true, prefix: 'photos/' };
  const { accessKey } = await store.addKey('demo-media', scope);
  const times = { createdAt: now - 20 * DAY };
  await tx
    .insertInto('spaceKey')
    .values({ id: demo.spaceKeyId, spaceId: demo.spaceId, name: 'Website', accessKey, access: 'read', prefix: scope.prefix, ...times })
    .execute();
  const link = await store.share('demo-media', 'reports/orders-2026-10.csv', LINK_DAYS * 86_400);
  await tx
    .insertInto('spaceLink')
    .values({
      id: demo.spaceLinkId,
      spaceId: demo.spaceId,
      key: 'reports/orders-2026-10.csv',
      accessKey: link.accessKey,
      createdBy: demo.email,
      createdAt: now,
      expiresAt: now + LINK_DAYS * DAY,
    })
    .execute();
};
