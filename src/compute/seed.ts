import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../lib/node/durable.ts';
import type { ServerSpec } from '../lib/rules/cloud/compute/spec.ts';
import { toShadowHash } from './passwordHash.ts';

/** A network interface of a server: the public one, with addresses from the host, or one of a private network. */
export interface SeedInterface {
  mac: string;
  /** Address with its prefix length, as `10.0.0.5/24`; null: by DHCP. */
  address: string | null;
}

/** The parts of a server's desired state that its system reads from the seed. */
export type SeedInput = Pick<ServerSpec, 'id' | 'name' | 'access'> & {
  image: Pick<ServerSpec['image'], 'count'>;
  password: Pick<ServerSpec['password'], 'value'>;
  interfaces: readonly SeedInterface[];
  /** Its disk was copied from another server's. */
  isCopy: boolean;
};

/** The files of cloud-init's data source NoCloud, by name. */
export type Seed = Record<'meta-data' | 'user-data' | 'vendor-data' | 'network-config', string>;

/** JSON, which is YAML as well, without the characters that YAML 1.1 doesn't allow or takes for line ends. */
const toYaml = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** A host name of one label (RFC 1123) from the name of a server. */
export const toHostName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '') || 'server';

/** OpenSSH's own default lets root sign in with keys only. */
const permitRootPassword = `#!/bin/sh
cloud-init-per instance permit-root-password sh -c 'echo "PermitRootLogin yes" > /etc/ssh/sshd_config.d/40-root-password.conf'
`;

/**
 * cloud-init generates host keys for another instance, but leaves the ID of the machine (machine-id(5)), by which services tell machines
 * apart. The journal of the other machine would hide that of this one until the next boot.
 */
const renewMachineId = `#!/bin/sh
command -v systemd-machine-id-setup >/dev/null || exit 0
cloud-init-per instance renew-machine-id sh -c 'rm -f /etc/machine-id /var/lib/dbus/machine-id && systemd-machine-id-setup && systemctl try-restart systemd-journald'
`;

/** The settings of the provider, as parts of an archive of cloud-init. */
export function vendorParts(password: string | null, isCopy: boolean): { type: string; content: string }[] {
  const settings = {
    // The first sign-in is root's, also on images that prefer another user.
    disable_root: false,
    ssh_pwauth: password !== null,
    ...(password !== null && {
      chpasswd: { expire: false, users: [{ name: 'root', password: toShadowHash(password), type: 'hash' }] },
    }),
    // The name resolves without a name server.
    manage_etc_hosts: 'localhost',
    // Private networks that were attached or detached since the last boot.
    updates: { network: { when: ['boot-new-instance', 'boot'] } },
  };
  const parts = [{ type: 'text/cloud-config', content: `#cloud-config\n${toYaml(settings)}` }];
  if (password !== null) parts.push({ type: 'text/cloud-boothook', content: permitRootPassword });
  if (isCopy) parts.push({ type: 'text/cloud-boothook', content: renewMachineId });
  return parts;
}

/** The settings of the host. The customer's own settings in `user-data` win, as cloud-init merges them (its docs, "Vendor-data"). */
const vendorData = (password: string | null, isCopy: boolean): string =>
  `#cloud-config-archive\n${toYaml(vendorParts(password, isCopy))}\n`;

/** Version 2 of cloud-init's network configuration. */
const networkConfig = (interfaces: readonly SeedInterface[]) => ({
  version: 2,
  ethernets: Object.fromEntries(
    interfaces.map(({ mac, address }, index) => [
      `nic${index}`,
      { match: { macaddress: mac }, ...(address === null ? { dhcp4: true } : { dhcp4: false, addresses: [address] }) },
    ]),
  ),
});

/**
 * What the system of a server reads at boot. The SSH keys are in the metadata, where user data can add keys but not remove them. Another
 * installation is another instance: cloud-init then generates host keys and applies the user data again.
 */
export const makeSeed = ({ id, name, image, access, password, interfaces, isCopy }: SeedInput): Seed => ({
  'meta-data': `${toYaml({ 'instance-id': `${id}-${image.count}`, 'local-hostname': toHostName(name), 'public-keys': access.sshKeys })}\n`,
  // NoCloud needs the file.
  'user-data': access.userData || '#cloud-config\n',
  'vendor-data': vendorData(password.value, isCopy),
  'network-config': `${toYaml(networkConfig(interfaces))}\n`,
});

/**
 * Writes a seed into a folder that only this user can read, for a FAT disk with the label `CIDATA` that QEMU makes from the folder
 * (`vvfat`). A server that runs must not be using it.
 */
export async function writeSeed(folder: string, seed: Seed): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  for (const [name, content] of Object.entries(seed)) await writeDurably(join(folder, name), content);
}
