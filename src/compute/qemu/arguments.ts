import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { MachineFiles } from '../folders.ts';
import type { Forward } from '../protocol.ts';

/** A disk of a machine. */
export interface DiskArguments {
  /** Name of the node, and ID of the device with the suffix `-device`. */
  node: string;
  path: string;
  /** Serial number in the guest. */
  serial: string;
}

export interface MachineArguments {
  id: string;
  files: MachineFiles;
  accel: 'kvm' | 'tcg';
  cpu: number;
  /** MB. */
  memory: number;
  /** The first one is booted. */
  disks: readonly DiskArguments[];
  kernel: { kernel: string; initrd: string | null; append: string } | null;
  /** Null: BIOS. */
  uefi: { code: string; variables: string } | null;
  forwards: readonly Forward[];
  /** Address of the host that forwards listen on. */
  address: string;
  networks: readonly string[];
}

/** Commas separate options of QEMU. */
const escaped = (text: string) => text.replaceAll(',', ',,');
const option = (name: string, values: Record<string, string | number>) =>
  [name, ...Object.entries(values).map(([key, value]) => `${key}=${escaped(String(value))}`)].join(',');

/** A MAC address in the range for local administration, always the same for the same machine and network. */
export function macAddress(id: string, network: string): string {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(`${id}/${network}`).digest();
  return ['52', '54', '00', ...[a, b, c].map((byte) => byte.toString(16).padStart(2, '0'))].join(':');
}

/** A name for a node or a network of QEMU, which has at most 31 characters. */
export const nodeName = (kind: string, id: string): string => `${kind}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;

/** The nodes of a disk for `blockdev-add` and `-blockdev`. */
export const diskNode = ({ node, path }: Pick<DiskArguments, 'node' | 'path'>) => ({
  driver: 'qcow2',
  'node-name': node,
  discard: 'unmap',
  'detect-zeroes': 'unmap',
  file: { driver: 'file', filename: path, discard: 'unmap' },
});
/** The device of a disk for `device_add` and `-device`. */
export const diskDevice = ({ node, serial }: Pick<DiskArguments, 'node' | 'serial'>) => ({
  driver: 'virtio-blk-pci',
  id: `${node}-device`,
  drive: node,
  serial,
});

/** The frames of a network between servers go to a multicast group on the loopback interface; it has no process that could fail. */
export function networkBackend(network: string) {
  const hash = createHash('sha256').update(network).digest();
  const group = `239.192.${hash[0]}.${hash[1]}`;
  const port = 30_000 + (hash.readUInt16BE(2) % 2_500);
  return { type: 'socket', id: nodeName('network', network), mcast: `${group}:${port}`, localaddr: '127.0.0.1' };
}

export const formatForward = ({ protocol, port, guestPort }: Forward, address: string) => `${protocol}:${address}:${port}-:${guestPort}`;

/** What a server sees as its own network: the host translates its addresses. */
export const guestNetwork = { net: '10.0.2.0/24', host: '10.0.2.2', address: '10.0.2.15', dns: '10.0.2.3' };

/** The command line of a machine. Sockets are relative to its folder, which it is started in: their paths may not be long (unix(7)). */
export function buildArguments(machine: MachineArguments): string[] {
  const { id, files, accel, cpu, memory, disks, kernel, uefi, forwards, address, networks } = machine;
  const socket = (name: string, path: string) => ['-chardev', `${option('socket', { id: name, path: basename(path) })},server=on,wait=off`];
  const drive = (node: object) => ['-blockdev', JSON.stringify(node)];
  const device = (values: object) => ['-device', JSON.stringify(values)];
  const nic = (netdev: string, network: string) =>
    device({ driver: 'virtio-net-pci', id: `${netdev}-device`, netdev, mac: macAddress(id, network), romfile: '' });
  return [
    ...['-name', option('', { guest: id }).slice(1), '-nodefaults', '-no-user-config', '-pidfile', files.pid],
    ...['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    // The cache of translated code would grow to a gigabyte in each process.
    ...['-machine', 'pc,usb=off,vmport=off', '-accel', accel === 'kvm' ? 'kvm' : 'tcg,thread=multi,tb-size=128'],
    // Page tables of five levels only cost time here.
    ...['-cpu', accel === 'kvm' ? 'host' : 'max,la57=off', '-smp', `cpus=${cpu}`, '-m', `size=${memory}M`],
    // A guest that powers itself off stays, so that it differs from a process that died.
    ...['-action', 'shutdown=pause,reboot=reset,panic=none', '-rtc', 'base=utc'],
    ...socket('monitor', files.monitor),
    ...['-mon', 'chardev=monitor,mode=control'],
    ...socket('serial', files.serial),
    ...['-device', 'isa-serial,chardev=serial'],
    ...['-device', 'virtio-serial-pci'],
    ...socket('agent', files.agent),
    ...['-device', 'virtserialport,chardev=agent,name=org.qemu.guest_agent.0'],
    ...['-device', 'virtio-rng-pci', '-device', 'virtio-balloon-pci,id=balloon', '-device', 'VGA', '-device', 'virtio-tablet-pci'],
    ...['-display', 'none', '-vnc', `unix:${basename(files.display)}`],
    ...disks.flatMap((disk, index) => [...drive(diskNode(disk)), ...device({ ...diskDevice(disk), bootindex: index + 1 })]),
    ...drive({ driver: 'vvfat', 'node-name': 'seed', dir: files.seed, label: 'CIDATA', 'read-only': true }),
    ...device({ driver: 'virtio-blk-pci', drive: 'seed' }),
    ...[
      '-netdev',
      ['user,id=public,ipv6=off', `net=${guestNetwork.net}`, ...forwards.map((one) => `hostfwd=${formatForward(one, address)}`)].join(','),
    ],
    ...nic('public', 'public'),
    ...networks.flatMap((network) => {
      const { type, ...values } = networkBackend(network);
      return ['-netdev', option(type, values), ...nic(values.id, network)];
    }),
    ...(kernel ? ['-kernel', kernel.kernel, '-append', kernel.append, ...(kernel.initrd === null ? [] : ['-initrd', kernel.initrd])] : []),
    ...(uefi
      ? [
          ...['-drive', `${option('if=pflash,unit=0,format=raw,readonly=on', { file: uefi.code })}`],
          ...['-drive', `${option('if=pflash,unit=1,format=raw', { file: uefi.variables })}`],
        ]
      : []),
  ];
}
