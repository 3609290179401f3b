import { maxServerSpaces } from '../../../lib/rules/cloud/space/mount.ts';
import { defaultMountPoint } from '../../../lib/rules/cloud/volume.ts';
import type { SignedIn } from '../../core/implement.ts';
import type { Work } from '../../core/services.ts';
import { ownedVolumes } from '../../db/owned.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import { setDesired } from '../../jobs/desired.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';
import { loadMembers, type Member } from '../members.ts';
import { changeSettings } from '../server/index.ts';
import type { SpaceRow } from './store.ts';

/** The servers that use a space, with the folder of each. The settings of the servers are the only source of it. */
export const spaceServers = (members: readonly Member[], spaceId: string) =>
  members.flatMap(({ id, name, settings }) =>
    (settings.spaces ?? []).filter((one) => one.spaceId === spaceId).map(({ mountPoint }) => ({ id, name, mountPoint })),
  );

/** @throws Refusal 409 if the server has it, has as many as it may have, or can't be changed now; 422 for a folder in use */
export async function attachSpace(tx: Tx, ctx: SignedIn, row: SpaceRow, { id, name: server }: ServerRow, wanted: string | undefined) {
  const mountPoint = wanted || defaultMountPoint(row.name);
  const volumes = await ownedVolumes(tx, ctx.account).select(['volume.id', 'mountPoint']).execute();
  const { taskId } = await changeSettings(tx, ctx, id, 'attachSpace', ({ spaces = [], volumeIds }) => {
    if (spaces.some(({ spaceId }) => spaceId === row.id)) refuse(409, 'space:error.attached', { params: { name: row.name, server } });
    if (spaces.length >= maxServerSpaces) refuse(409, 'space:error.serverFull', { params: { server, max: maxServerSpaces } });
    const used = [...spaces, ...volumes.filter((volume) => volumeIds.includes(volume.id))];
    if (used.some((one) => one.mountPoint === mountPoint)) refuseField('mountPoint', 'space:error.mountTaken', { server });
    return { spaces: [...spaces, { spaceId: row.id, mountPoint }] };
  });
  return { taskId, mountPoint };
}

/** @throws Refusal 409 if the server doesn't have it, or can't be changed now */
export const detachSpace = (tx: Tx, ctx: SignedIn, row: SpaceRow, { id, name: server }: ServerRow) =>
  changeSettings(tx, ctx, id, 'detachSpace', ({ spaces = [] }) => {
    if (!spaces.some(({ spaceId }) => spaceId === row.id)) refuse(409, 'space:error.detached', { params: { name: row.name, server } });
    return { spaces: spaces.filter(({ spaceId }) => spaceId !== row.id) };
  });

/** Removes a deleted space from the servers that used it, whatever they are doing. */
export async function detachEverywhere(
  tx: Tx,
  ctx: Pick<Work, 'now' | 'services'>,
  { id, accountId }: Pick<SpaceRow, 'id' | 'accountId'>,
): Promise<void> {
  for (const member of await loadMembers(tx, { id: accountId })) {
    const { spaces = [] } = member.settings;
    if (!spaces.some(({ spaceId }) => spaceId === id)) continue;
    const settings = { ...member.settings, spaces: spaces.filter(({ spaceId }) => spaceId !== id) };
    await tx.updateTable('server').set({ settings }).where('id', '=', member.id).execute();
    await setDesired(tx, ctx, { kind: 'server', entityId: member.id, accountId, domainId: null });
    markStale(tx, accountId, 'server', ctx.now);
  }
}
