/** What every image has, by Debian's names. Recommended packages aren't installed. */
const base = [
  'ca-certificates',
  // growpart, with which the root file system fills the disk.
  'cloud-guest-utils',
  'cloud-init',
  'curl',
  'dbus',
  'e2fsprogs',
  'grub-pc',
  'iproute2',
  'iputils-ping',
  'less',
  'libpam-systemd',
  // The kernel for virtual machines: a quarter of the size of the one for all hardware.
  'linux-image-cloud-amd64',
  'nano',
  'netbase',
  'openssh-server',
  'procps',
  'qemu-guest-agent',
  'systemd-resolved',
  'systemd-sysv',
  'udev',
  'zstd',
];

/** Packages of an image: a server's system, or the rescue system, which repairs the disk of a server. */
export const packages = {
  server: [...base, 'sudo', 'unattended-upgrades'],
  rescue: [...base, 'dosfstools', 'lvm2', 'parted', 'rsync', 'xfsprogs'],
} as const;
