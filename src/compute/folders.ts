import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where everything is. Paths of entities contain only IDs that `isId` of protocol.ts accepts. */
export class Folders {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Creates them; only this user may enter. */
  create(): void {
    for (const folder of [this.root, this.images, this.servers, this.volumes, this.copies])
      mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The catalog of operating systems. */
  get images(): string {
    return join(this.root, 'images');
  }
  get servers(): string {
    return join(this.root, 'servers');
  }
  get volumes(): string {
    return join(this.root, 'volumes');
  }
  get copies(): string {
    return join(this.root, 'copies');
  }
  volume(id: string): string {
    return join(this.volumes, `${id}.qcow2`);
  }
  copy(id: string): string {
    return join(this.copies, `${id}.qcow2`);
  }
  /** The files of one server. */
  machine(id: string): MachineFiles {
    const folder = join(this.servers, id);
    const within = (name: string) => join(folder, name);
    return {
      folder,
      disk: within('disk.qcow2'),
      seed: within('seed'),
      pid: within('pid'),
      monitor: within('qmp'),
      agent: within('agent'),
      serial: within('serial'),
      display: within('vnc'),
      log: within('console.log'),
      messages: within('qemu.log'),
    };
  }
}

export interface MachineFiles {
  folder: string;
  disk: string;
  /** The folder for cloud-init. */
  seed: string;
  pid: string;
  /** Sockets: of QMP, of the guest agent, of the serial port, and of the display (VNC). */
  monitor: string;
  agent: string;
  serial: string;
  display: string;
  /** The latest output of the serial port, and the messages of QEMU. */
  log: string;
  messages: string;
}

/** The socket that the driver uses. @param root of `Folders` */
export const controlSocket = (root: string): string => join(root, 'control.sock');
export const stateFile = (root: string): string => join(root, 'state.db');
/** A file with the ID of this state: another one after the state was lost. */
export const identityFile = (root: string): string => join(root, 'identity');
