import { randomUUID } from 'node:crypto';
import { type Call, CloudFault, type CloudState, page, type Route, type ServerRow, type VolumeRow } from './cloud.ts';

const bad = (message: string) => new CloudFault(400, 'badRequest', message);
const missing = (kind: string, id: string) => new CloudFault(404, 'itemNotFound', `${kind} ${id} could not be found.`);

/** Reserved, attaching, in use. @returns the device */
export function attach(state: CloudState, volumeId: string, server: ServerRow): string {
  const volume = state.volumes.get(volumeId);
  if (!volume) throw missing('Volume', volumeId);
  if (volume.status !== 'available')
    throw bad(
      `Invalid input received: Invalid volume: Volume ${volumeId} status must be available or downloading to reserve, but the current status is ${volume.status}.`,
    );
  const device = `/dev/vd${'bcdefghijklmnopqrstuvwxyz'[server['os-extended-volumes:volumes_attached'].length] ?? 'z'}`;
  volume.status = 'reserved';
  state.later(1, () => void Object.assign(volume, { status: 'attaching' }));
  state.later(2, () => {
    volume.status = 'in-use';
    volume.attachments = [{ server_id: server.id, attachment_id: randomUUID(), volume_id: volumeId, device }];
    server['os-extended-volumes:volumes_attached'].push({ id: volumeId, delete_on_termination: false });
  });
  return device;
}

export function detach(state: CloudState, volumeId: string, server: ServerRow): void {
  const volume = state.volumes.get(volumeId);
  if (!volume?.attachments.some(({ server_id }) => server_id === server.id)) throw missing('volume_id not found:', volumeId);
  volume.status = 'detaching';
  state.later(1, () => release(server, volume));
}
function release(server: ServerRow, volume: VolumeRow): void {
  Object.assign(volume, { status: 'available', attachments: [] });
  server['os-extended-volumes:volumes_attached'] = server['os-extended-volumes:volumes_attached'].filter(({ id }) => id !== volume.id);
}
/** Some fields are for administrators. */
const forRole = (row: object, isAdmin: boolean): object =>
  isAdmin ? row : { ...row, migration_status: undefined, provider_id: undefined, cluster_name: undefined };
/** The volumes of a server that is deleted. */
export function releaseAttachments(state: CloudState, server: ServerRow): void {
  for (const { id } of server['os-extended-volumes:volumes_attached']) {
    const volume = state.volumes.get(id);
    if (volume) release(server, volume);
  }
}

export function volumeRoutes(state: CloudState): Route[] {
  const quota = (projectId: string, name: string, used: number) =>
    state.charge(
      'volume',
      projectId,
      name,
      used,
      (limit) =>
        new CloudFault(
          413,
          'overLimit',
          `VolumeLimitExceeded: Maximum number of ${name} allowed (${limit}) exceeded for quota '${name}'.`,
          { 'retry-after': '0' },
        ),
    );
  const ofProject =
    <T extends { id: string }>(map: ReadonlyMap<string, T>, kind: string, field: string) =>
    (id: string | undefined, { projectId, isAdmin }: Call): T => {
      const row = map.get(id ?? '');
      if (!row || (!isAdmin && Reflect.get(row, field) !== projectId)) throw missing(kind, id ?? '');
      return row;
    };
  const OWNER = 'os-vol-tenant-attr:tenant_id';
  const SNAPSHOT_OWNER = 'os-extended-snapshot-attributes:project_id';
  const BACKUP_OWNER = 'os-backup-project-attr:project_id';
  const findVolume = ofProject(state.volumes, 'Volume', OWNER);
  const findSnapshot = ofProject(state.snapshots, 'Snapshot', SNAPSHOT_OWNER);
  const findBackup = ofProject(state.backups, 'Backup', BACKUP_OWNER);
  const now = () => new Date(state.clock()).toISOString().replace('Z', '000');

  function list<T extends { id: string }>(call: Call, name: string, all: ReadonlyMap<string, T>, owner: string) {
    const { query, projectId, isAdmin, base } = call;
    const isAll = query.get('all_tenants') === 'true' && isAdmin;
    // `{'name':'value'}`
    const [, key, value] = /^\{'([^']+)':\s*'([^']*)'\}$/.exec(query.get('metadata') ?? '') ?? [];
    const rows = [...all.values()].filter((row) => {
      const is = (field: string) => query.get(field) === null || Reflect.get(row, field) === query.get(field);
      const metadata = Reflect.get(row, 'metadata') as Record<string, string> | null | undefined; // of volumes and snapshots
      return (
        (isAll || Reflect.get(row, owner) === projectId) &&
        is('volume_id') &&
        is('name') &&
        (key === undefined || metadata?.[key] === value)
      );
    });
    const { rows: part, next } = page(rows, query);
    return {
      body: {
        [name]: part.map((row) => forRole(row, isAdmin)),
        ...(next !== null && { [`${name}_links`]: [{ rel: 'next', href: `${base}/${name}/detail?${next}` }] }),
      },
    };
  }

  function create({ body, projectId, userId }: Call) {
    const { name, size, volume_type, availability_zone, metadata = {}, imageRef, snapshot_id, source_volid, backup_id } = body.volume;
    if (imageRef && !state.images.has(imageRef)) throw bad('Invalid imageRef provided.');
    const source = snapshot_id && state.snapshots.get(snapshot_id);
    if (snapshot_id && !source) throw missing('Snapshot', snapshot_id);
    if (source && size < source.size)
      throw bad(
        `Invalid input received: Volume size '${size}'GB cannot be smaller than the snapshot size ${source.size}GB. They must be >= original snapshot size.`,
      );
    const own = [...state.volumes.values()].filter((volume) => volume[OWNER] === projectId);
    quota(projectId, 'volumes', own.length + 1);
    quota(
      projectId,
      'gigabytes',
      own.reduce((sum, volume) => sum + volume.size, size),
    );
    const id = randomUUID();
    const volume: VolumeRow = {
      id,
      status: 'creating',
      size,
      availability_zone: availability_zone ?? 'nova',
      created_at: now(),
      updated_at: null,
      name,
      description: null,
      volume_type: volume_type ?? 'loop',
      volume_type_id: randomUUID(),
      snapshot_id: snapshot_id ?? null,
      source_volid: source_volid ?? null,
      metadata,
      links: [],
      user_id: userId,
      bootable: imageRef ? 'true' : 'false',
      encrypted: false,
      replication_status: null,
      consistencygroup_id: null,
      multiattach: false,
      attachments: [],
      migration_status: null,
      group_id: null,
      provider_id: null,
      service_uuid: randomUUID(),
      shared_targets: true,
      cluster_name: null,
      consumes_quota: true,
      'os-vol-tenant-attr:tenant_id': projectId,
    };
    state.volumes.set(id, volume);
    state.later(backup_id ? 2 : 1, () => void Object.assign(volume, { status: 'available', updated_at: now() }));
    return { status: 202, body: { volume: { ...forRole(volume, false), [OWNER]: undefined, service_uuid: null } } };
  }

  function act(call: Call) {
    const volume = findVolume(call.params[0], call);
    const [action, input] = Object.entries(call.body)[0] ?? [];
    // biome-ignore lint/suspicious/noExplicitAny: the fields of each action
    const fields = (input ?? {}) as any;
    switch (action) {
      case 'os-extend': {
        if (!['available', 'in-use'].includes(volume.status))
          throw bad(
            `Invalid volume: Volume ${volume.id} status must be available or in-use to extend, but the current status is ${volume.status}.`,
          );
        if (fields.new_size <= volume.size)
          throw bad(
            `Invalid input received: New size for extend must be greater than current size. (current: ${volume.size}, extended: ${fields.new_size}).`,
          );
        const own = [...state.volumes.values()].filter((one) => one[OWNER] === volume[OWNER]);
        quota(
          volume[OWNER],
          'gigabytes',
          own.reduce((sum, one) => sum + one.size, fields.new_size - volume.size),
        );
        const before = volume.status;
        volume.status = 'extending';
        state.later(1, () => void Object.assign(volume, { status: before, size: fields.new_size }));
        return { status: 202 };
      }
      case 'revert': {
        const newest = [...state.snapshots.values()].filter((one) => one.volume_id === volume.id).at(-1);
        if (newest?.id !== fields.snapshot_id) throw bad('Invalid snapshot: The snapshot is not the latest one of the volume.');
        if (volume.status !== 'available')
          throw new CloudFault(
            409,
            'conflictingRequest',
            `Invalid volume: Can't revert volume ${volume.id} to its latest snapshot ${fields.snapshot_id}. Volume must be available`,
          );
        volume.status = 'reverting';
        state.later(1, () => void Object.assign(volume, { status: 'available' }));
        return { status: 202 };
      }
      case 'os-retype':
        Object.assign(volume, { volume_type: fields.new_type });
        return { status: 202 };
      default:
        throw bad(`There is no such action: ${action}`);
    }
  }

  return [
    ['POST', /^\/volumes$/, create],
    ['GET', /^\/volumes\/detail$/, (call) => list(call, 'volumes', state.volumes, OWNER)],
    ['GET', /^\/volumes\/([\w-]+)$/, (call) => ({ body: { volume: forRole(findVolume(call.params[0], call), call.isAdmin) } })],
    ['POST', /^\/volumes\/([\w-]+)\/action$/, act],
    [
      'DELETE',
      /^\/volumes\/([\w-]+)$/,
      (call) => {
        const volume = findVolume(call.params[0], call);
        const hasSnapshots = [...state.snapshots.values()].some((snapshot) => snapshot.volume_id === volume.id);
        if (!/^(available|error.*)$/.test(volume.status) || hasSnapshots)
          throw bad(
            `Invalid volume: Volume status must be available or error or error_restoring or error_extending or error_managing and must not be migrating, attached, belong to a group, have snapshots, awaiting a transfer, or be disassociated from snapshots after volume transfer.`,
          );
        volume.status = 'deleting';
        state.later(1, () => void state.volumes.delete(volume.id));
        return { status: 202 };
      },
    ],
    [
      'POST',
      /^\/snapshots$/,
      (call) => {
        const { volume_id, name, metadata = {}, force } = call.body.snapshot;
        const volume = findVolume(volume_id, call);
        if (volume.status !== 'available' && !(force && volume.status === 'in-use'))
          throw bad(`Invalid volume: Volume ${volume_id} status must be available, but current status is: ${volume.status}.`);
        const own = [...state.snapshots.values()].filter((one) => one[SNAPSHOT_OWNER] === volume[OWNER]);
        quota(volume[OWNER], 'snapshots', own.length + 1);
        const times = { created_at: now(), updated_at: null };
        const snapshot = {
          id: randomUUID(),
          ...times,
          name,
          description: null,
          volume_id,
          status: 'creating',
          size: volume.size,
          metadata,
          user_id: call.userId,
          group_snapshot_id: null,
        };
        const more = { 'os-extended-snapshot-attributes:progress': '0%', [SNAPSHOT_OWNER]: volume[OWNER], consumes_quota: true };
        const row = { ...snapshot, ...more };
        state.snapshots.set(row.id, row);
        state.later(1, () => void Object.assign(row, { status: 'available', 'os-extended-snapshot-attributes:progress': '100%' }));
        return { status: 202, body: { snapshot } };
      },
    ],
    ['GET', /^\/snapshots\/detail$/, (call) => list(call, 'snapshots', state.snapshots, SNAPSHOT_OWNER)],
    ['GET', /^\/snapshots\/([\w-]+)$/, (call) => ({ body: { snapshot: findSnapshot(call.params[0], call) } })],
    [
      'DELETE',
      /^\/snapshots\/([\w-]+)$/,
      (call) => {
        const snapshot = findSnapshot(call.params[0], call);
        snapshot.status = 'deleting';
        state.later(1, () => void state.snapshots.delete(snapshot.id));
        return { status: 202 };
      },
    ],
    [
      'POST',
      /^\/backups$/,
      (call) => {
        const { volume_id, name, snapshot_id = null, incremental = false } = call.body.backup;
        const volume = findVolume(volume_id, call);
        const others = [...state.backups.values()].filter((one) => one.volume_id === volume_id);
        if (incremental && others.length === 0) throw bad('Invalid backup: No backups available to do an incremental backup.');
        const parent = incremental ? others.at(-1) : undefined;
        if (parent) Object.assign(parent, { has_dependent_backups: true });
        const backup = {
          id: randomUUID(),
          name,
          volume_id,
          snapshot_id,
          status: 'creating',
          size: volume.size,
          object_count: 0,
          container: null,
          description: null,
          fail_reason: null,
          availability_zone: 'nova',
          created_at: now(),
          updated_at: null,
          is_incremental: incremental,
          has_dependent_backups: false,
          data_timestamp: now(),
          metadata: {},
          user_id: call.userId,
          encryption_key_id: null,
          [BACKUP_OWNER]: volume[OWNER],
          parentId: parent?.id ?? null,
        };
        state.backups.set(backup.id, backup);
        state.later(1, () => void Object.assign(backup, { status: 'available' }));
        return { status: 202, body: { backup: { id: backup.id, name, links: [] } } };
      },
    ],
    ['GET', /^\/backups\/detail$/, (call) => list(call, 'backups', state.backups, BACKUP_OWNER)],
    ['GET', /^\/backups\/([\w-]+)$/, (call) => ({ body: { backup: findBackup(call.params[0], call) } })],
    [
      'DELETE',
      /^\/backups\/([\w-]+)$/,
      (call) => {
        const backup = findBackup(call.params[0], call);
        if (backup.has_dependent_backups) throw bad('Invalid backup: Incremental backups exist for this backup.');
        backup.status = 'deleting';
        state.later(1, () => {
          state.backups.delete(backup.id);
          const parent = state.backups.get(String(backup.parentId));
          if (parent) parent.has_dependent_backups = [...state.backups.values()].some((one) => one.parentId === parent.id);
        });
        return { status: 202 };
      },
    ],
    [
      'POST',
      /^\/backups\/([\w-]+)\/restore$/,
      (call) => {
        const backup = findBackup(call.params[0], call);
        const volume = findVolume(call.body.restore.volume_id, call);
        if (volume.status !== 'available') throw bad('Invalid volume: Volume to be restored to must be available');
        volume.status = 'restoring-backup';
        state.later(1, () => void Object.assign(volume, { status: 'available' }));
        return { status: 202, body: { restore: { backup_id: backup.id, volume_id: volume.id, volume_name: volume.name } } };
      },
    ],
    [
      'GET',
      /^\/types$/,
      () => ({
        body: {
          volume_types: [
            {
              id: 'loop',
              name: 'loop',
              is_public: true,
              description: null,
              extra_specs: {},
              qos_specs_id: null,
              'os-volume-type-access:is_public': true,
            },
          ],
        },
      }),
    ],
    [
      'GET',
      /^\/os-services$/,
      ({ isAdmin }) => {
        if (!isAdmin) throw new CloudFault(403, 'forbidden', "Policy doesn't allow volume_extension:services:index to be performed.");
        const service = { host: 'cinderhost', zone: 'nova', status: 'enabled', state: 'up', updated_at: now(), disabled_reason: null };
        return { body: { services: ['cinder-backup', 'cinder-volume'].map((binary) => ({ binary, ...service })) } };
      },
    ],
    [
      'GET',
      /^\/os-quota-sets\/(\w+)$/,
      ({ params: [projectId = ''] }) => {
        const own = [...state.volumes.values()].filter((volume) => volume[OWNER] === projectId);
        const used: Record<string, number> = {
          volumes: own.length,
          gigabytes: own.reduce((sum, { size }) => sum + size, 0),
          snapshots: [...state.snapshots.values()].filter((one) => one[SNAPSHOT_OWNER] === projectId).length,
          backups: [...state.backups.values()].filter((one) => one[BACKUP_OWNER] === projectId).length,
        };
        const names = ['volumes', 'snapshots', 'gigabytes', 'backups', 'backup_gigabytes'];
        const entries = names.map((name) => [
          name,
          { limit: state.quota('volume', projectId, name), in_use: used[name] ?? 0, reserved: 0, allocated: 0 },
        ]);
        return { body: { quota_set: { id: projectId, ...Object.fromEntries(entries) } } };
      },
    ],
    [
      'PUT',
      /^\/os-quota-sets\/(\w+)$/,
      ({ params: [projectId = ''], body, isAdmin }) => {
        if (!isAdmin) throw new CloudFault(403, 'forbidden', "Policy doesn't allow volume_extension:quotas:update to be performed.");
        state.quotas.set(`volume ${projectId}`, { ...state.quotas.get(`volume ${projectId}`), ...body.quota_set });
        return { body: { quota_set: body.quota_set } };
      },
    ],
  ];
}
