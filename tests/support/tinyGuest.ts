import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/* A Linux system that boots in seconds: Debian's kernel, and busybox in memory. Both come from Debian's packages, once a machine. */

/** Drivers, each after those that it needs. */
const modules = [
  ...['virtio_ring', 'virtio', 'virtio_pci_legacy_dev', 'virtio_pci_modern_dev', 'virtio_pci', 'virtio_blk'],
  ...['failover', 'net_failover', 'virtio_net', 'virtio_balloon', 'nls_cp437', 'nls_ascii', 'fat', 'vfat', 'button', 'evdev'],
];

const init = `#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /seed
mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs dev /dev
for module in ${modules.join(' ')}; do insmod /modules/$module.ko; done
/powerButton &
until ls /sys/block/vd* >/dev/null 2>&1; do sleep 1; done
for disk in /sys/block/vd*; do [ "$(cat $disk/ro)" = 1 ] && mount -t vfat -o ro /dev/\${disk##*/}1 /seed; done
ifconfig lo up
# Its echo would come back between the output of commands.
stty -F /dev/ttyS0 -echo
echo "guest is ready" > /dev/ttyS0
# The prompt of a system that is up, which an installation waits for.
while :; do PS1='login: ' sh < /dev/ttyS0 > /dev/ttyS0 2>&1; done
`;
const powerButton = `#!/bin/sh
until grep -l "Power Button" /sys/class/input/event*/device/name; do sleep 1; done
for event in /sys/class/input/event*; do
  grep -q "Power Button" $event/device/name && dd if=/dev/input/\${event##*/} of=/dev/null bs=24 count=1 && poweroff -f &
done
wait
`;

/** Another one for other scripts. */
const folder = join(
  tmpdir(),
  `nasim-tiny-guest-${createHash('sha256')
    .update([...modules, init, powerButton].join('\n'))
    .digest('hex')
    .slice(0, 16)}`,
);

/** A file of an archive in cpio's format newc, which the kernel reads as its initial file system. */
function archiveEntry(name: string, mode: number, data: Buffer = Buffer.alloc(0), device: readonly [number, number] = [0, 0]): Buffer {
  const nameBytes = Buffer.from(`${name}\0`);
  const fields = [0, mode, 0, 0, 1, 0, data.length, 0, 0, ...device, nameBytes.length, 0];
  const header = Buffer.from(`070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`);
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  return Buffer.concat([padded(Buffer.concat([header, nameBytes])), padded(data)]);
}

/** Unpacks a package of Debian. @throws when there is none, or no connection to a mirror */
function unpack(name: string, into: string): void {
  execFileSync('apt-get', ['download', '-q', name], { cwd: into, stdio: 'ignore' });
  const file = readdirSync(into).find((one) => one.startsWith(`${name}_`) && one.endsWith('.deb'));
  if (file === undefined) throw new Error(`no package ${name}`);
  execFileSync('dpkg-deb', ['-x', file, 'root'], { cwd: into });
}

function build(): void {
  const work = mkdtempSync(join(tmpdir(), 'tiny-guest-'));
  try {
    const depends = execFileSync('apt-cache', ['depends', 'linux-image-amd64'], { encoding: 'utf8' });
    const kernelPackage = /Depends: (linux-image-\S+)/.exec(depends)?.[1];
    if (kernelPackage === undefined) throw new Error('no kernel package');
    for (const name of [kernelPackage, 'busybox-static']) unpack(name, work);
    const files = readdirSync(join(work, 'root'), { recursive: true, encoding: 'utf8' });
    const content = (path: string) => readFileSync(join(work, 'root', path));
    const find = (name: string) => files.find((path) => basename(path) === name) ?? '';
    const kernel = files.find((path) => path.startsWith('boot/vmlinuz')) ?? '';
    const drivers = modules.flatMap((name) => {
      const path = find(`${name}.ko`);
      return path === '' ? [] : [archiveEntry(`modules/${name}.ko`, 0o100644, content(path))];
    });
    const archive = [
      ...['bin', 'modules', 'dev'].map((name) => archiveEntry(name, 0o040755)),
      archiveEntry('dev/console', 0o020600, undefined, [5, 1]),
      archiveEntry('bin/busybox', 0o100755, content(find('busybox'))),
      archiveEntry('init', 0o100755, Buffer.from(init)),
      archiveEntry('powerButton', 0o100755, Buffer.from(powerButton)),
      ...drivers,
      archiveEntry('TRAILER!!!', 0),
    ];
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(work, 'root', kernel), join(folder, 'vmlinuz'));
    // Last: it is what shows that the guest is complete.
    writeFileSync(join(folder, 'initrd.part'), gzipSync(Buffer.concat(archive)));
    renameSync(join(folder, 'initrd.part'), join(folder, 'initrd'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The fields of its manifest. */
export const tinyGuestBoot = { kernel: 'vmlinuz', initrd: 'initrd', append: 'console=ttyS0 quiet no_timer_check' };

/** Copies its files into a catalog. */
export function addTinyGuest(images: string): void {
  for (const name of [tinyGuestBoot.kernel, tinyGuestBoot.initrd]) copyFileSync(join(folder, name), join(images, name));
}

/** Why there is no guest here; null: there is. */
export function whyNoTinyGuest(): string | null {
  try {
    if (!existsSync(join(folder, 'initrd'))) build();
    return null;
  } catch (error) {
    return `no kernel or busybox for a guest: ${error instanceof Error ? error.message : error}`;
  }
}
