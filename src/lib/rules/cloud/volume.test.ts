import { expect, test } from 'vitest';
import { mountCommands, mountPointPattern, volumeDevice, volumeFault } from './volume.ts';

test('commands contain the device, the file system and the folder; growing depends on the file system', () => {
  const device = volumeDevice('01930000-0000-7000-8000-00000005b001');
  expect(device).toBe('/dev/disk/by-id/virtio-7000800000000005b001');
  const ext4 = mountCommands(device, 'ext4', '/srv/data');
  expect(ext4.mount).toContain(`echo '${device} /srv/data ext4 defaults,nofail,discard 0 2' | sudo tee -a /etc/fstab`);
  expect(ext4.grow).toBe(`sudo resize2fs ${device}`);
  expect(mountCommands(device, 'xfs', '/srv/data').grow).toBe('sudo xfs_growfs /srv/data');
});

test('a mount point is an absolute path without empty or relative parts, spaces and signs of a shell', () => {
  const good = ['/mnt/data', '/srv/a.b/c_d-e'];
  const bad = ['mnt', '/', '/mnt//data', '/mnt/..', '/mnt/./data', '/mnt/a b', '/mnt/$(id)'];
  expect([...good, ...bad].filter((path) => mountPointPattern.test(path))).toEqual(good);
});

test('the possible actions of a volume depend on its state, its server and the account', () => {
  const facts = { state: 'ready', attached: false, suspended: false } as const;
  expect(volumeFault(facts, 'attach')).toBeNull();
  expect(volumeFault({ ...facts, attached: true }, 'remove')).toBe('volume:reason.attached');
  expect(volumeFault({ ...facts, state: 'growing' }, 'grow')).toBe('volume:reason.busy');
  expect(volumeFault({ ...facts, state: 'failed' }, 'grow')).toBe('volume:reason.failed');
  expect(volumeFault({ ...facts, state: 'failed' }, 'retry')).toBeNull();
  expect(volumeFault({ ...facts, suspended: true }, 'attach')).toBe('volume:reason.suspended');
  expect(volumeFault({ ...facts, suspended: true }, 'remove')).toBeNull();
});
