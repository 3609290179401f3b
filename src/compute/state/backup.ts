import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Forward } from '../protocol.ts';
import { initialApplied } from './applied.ts';
import { StateStore } from './store.ts';

/*
 * A backup has the state of the process and the complete copies of disks, which never change: the snapshots and backups of customers. The
 * disks themselves change while they are read.
 */

/** The IDs of complete copies. @param state a copy of `state.db` that nothing changes */
export function completeCopies(state: string): string[] {
  const db = new Sqlite(state, { readonly: true });
  try {
    const sql = "select id from entity where kind = 'images' and isRemoved = 0 and applied ->> 'size' is not null order by id";
    return db.prepare<[], string>(sql).pluck().all();
  } finally {
    db.close();
  }
}

/**
 * Completes a restored state of QEMU, whose disks aren't there: the process creates them anew. Servers get the ports of the host that they had.
 * @param root the folder of the process
 */
export function completeRestoredState(root: string): void {
  const store = new StateStore(root, initialApplied);
  store.transaction(() => {
    for (const server of store.list('servers')) {
      const reserved: Forward[] = [...server.applied.reserved, ...server.applied.forwards];
      store.put('servers', { ...server, applied: { ...initialApplied.servers, reserved } });
    }
    for (const volume of store.list('volumes')) store.put('volumes', { ...volume, applied: initialApplied.volumes });
  });
  store.close();
}

/** Paths of the state and of a copy in the folder of the process. */
export const stateFiles = { state: 'state.db', identity: 'identity', copies: 'copies' } as const;
export const copyFile = (id: string): string => join(stateFiles.copies, `${id}.qcow2`);
