import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { macAddress } from '../qemu/arguments.ts';

const BOUNDARY = '==nasim-parts==';

/** Lines of a file for cloud-init that the customer's data doesn't need. Written by YAML, so that no value can add a key. */
const cloudConfig = (values: object) => `#cloud-config\n${stringify(values)}`;

/** Our settings first: what the customer's data sets as well is the customer's (`merge_how` of cloud-init). */
function buildUserData({ name, access, password }: ServerSpec, user: string): string {
  const own = cloudConfig({
    hostname: name,
    preserve_hostname: false,
    disable_root: false,
    ssh_authorized_keys: access.sshKeys,
    users: [{ name: user, lock_passwd: false, ssh_authorized_keys: access.sshKeys }],
    growpart: { mode: 'auto', devices: ['/'] },
    ssh_pwauth: password.value !== null,
    ...(password.value !== null && { chpasswd: { expire: false, users: [{ name: user, password: password.value, type: 'text' }] } }),
  });
  const part = (type: string, content: string) =>
    `--${BOUNDARY}\nContent-Type: ${type}\nMIME-Version: 1.0\nContent-Transfer-Encoding: base64\n\n${wrapBase64(content)}\n`;
  const { userData } = access;
  return [
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"\nMIME-Version: 1.0\n\n`,
    part('text/cloud-config', own),
    // cloud-init recognizes its kind by its first line.
    ...(userData ? [part('text/plain', userData)] : []),
    `--${BOUNDARY}--\n`,
  ].join('');
}

/** Lines of at most 76 characters (RFC 2045, section 6.8). */
const wrapBase64 = (text: string): string =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\n');

/** By MAC address, because names of interfaces depend on the system. */
function buildNetworkConfig({ id, networks }: ServerSpec): string {
  const ethernets = {
    public: { match: { macaddress: macAddress(id, 'public') }, dhcp4: true },
    ...Object.fromEntries(
      networks.map(({ networkId, address }, index) => [
        `private${index}`,
        { match: { macaddress: macAddress(id, networkId) }, dhcp4: false, addresses: [address], optional: true },
      ]),
    ),
  };
  return stringify({ version: 2, ethernets });
}

/**
 * Writes what cloud-init reads at a boot (its data source NoCloud). The instance has another ID after each installation, so that its
 * system configures itself again.
 * @param spec without a password when the system already has it; addresses in private networks have prefixes
 * @param user who gets the keys and the password
 */
export async function writeSeed(folder: string, spec: ServerSpec, user: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = {
    'meta-data': stringify({ 'instance-id': `${spec.id}-${spec.image.count}`, 'local-hostname': spec.name }),
    'user-data': buildUserData(spec, user),
    'network-config': buildNetworkConfig(spec),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content, { mode: 0o600 });
}
