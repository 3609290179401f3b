import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtImage, canBoot } from '../../../tests/support/computeImage.ts';
import { BOOT_MS, bootGuest, type Guest } from '../../../tests/support/guest.ts';

const userData = `#cloud-config
users: [{ name: alice }]
ssh_authorized_keys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ8f0Y5m0v5o1q1VtF0c8Q0m0cZ0m7c0m5o1q1VtF0c other@example.com']
chpasswd: { expire: false, users: [{ name: alice, password: Alice-1234567890, type: text }] }
runcmd: ['echo done > /root/ran']
`;

describe.skipIf(!canBoot)('a server with Debian (skipped where QEMU, mmdebstrap or OpenSSH is missing)', { timeout: BOOT_MS }, () => {
  let guest: Guest;
  beforeAll(async () => {
    guest = await bootGuest(builtImage('server'), { name: 'web-1', userData, disk: 10 });
    console.log(`signed in after ${Math.round(guest.signedInMs / 1000)} s`);
    await guest.run('cloud-init status --wait');
  }, BOOT_MS);
  afterAll(() => guest?.stop());

  test('has the name, the whole disk and the network', async () => {
    expect(await guest.run('hostname')).toBe('web-1');
    expect(Number(await guest.run('df --output=size -B1 / | tail -n 1'))).toBeGreaterThan(9e9);
    expect(await guest.run('networkctl --no-legend list | grep -c routable')).toBe('1');
    expect(await guest.run('systemctl --failed --no-legend')).toBe('');
  });

  test('applied the user data, which doesn’t remove the keys of the order', async () => {
    expect(await guest.run('cat /root/ran')).toBe('done');
    expect(await guest.run('id -un alice')).toBe('alice');
    expect(await guest.run('grep -c customer@example.com /root/.ssh/authorized_keys')).toBe('1');
    expect(await guest.run('grep -c other@example.com /root/.ssh/authorized_keys')).toBe('1');
  });

  test('accepts keys only, and gets a password by the guest agent for its console', async () => {
    const password = Buffer.from('Console-1234567890').toString('base64');
    await guest.agent('guest-set-user-password', { username: 'root', password, crypted: false });
    await expect(guest.run('id', { password: 'Console-1234567890' })).rejects.toThrow('Permission denied');
    guest.type('\n');
    await guest.waitFor('web-1 login: ');
    guest.type('root\n');
    await guest.waitFor('Password: ');
    guest.type('Console-1234567890\n');
    await guest.waitFor('root@web-1:~#');
    expect(await guest.run('systemctl is-active getty@tty1')).toBe('active');
  });

  test('starts the newest kernel after its package was installed', async () => {
    // A copy of the kernel in place of an upgrade, and the hook that each package of a kernel runs.
    const [now, next] = ['$(uname -r)', '6.99.0-1-cloud-amd64'];
    const copy = (name: string) => `cp /boot/${name}-${now} /boot/${name}-${next}`;
    const hook = `run-parts --arg=${next} --arg=/boot/vmlinuz-${next} /etc/kernel/postinst.d --regex=zz-update-grub`;
    await guest.run([copy('vmlinuz'), copy('initrd.img'), hook].join(' && '));
    await guest.run('systemctl reboot').catch(() => {});
    await expect.poll(() => guest.run('cat /proc/cmdline').catch(() => ''), { timeout: BOOT_MS, interval: 1000 }).toContain(next);
    expect(await guest.run('cat /proc/cmdline')).toContain('no_timer_check');
    expect(await guest.run('cat /root/ran')).toBe('done');
  });
});

describe.skipIf(!canBoot)('a server that was ordered with a password', { timeout: BOOT_MS }, () => {
  test('accepts it over SSH', async () => {
    const guest = await bootGuest(builtImage('server'), { password: { value: 'Order ’1234567890' } });
    try {
      // cloud-init sets the password after the keys.
      await guest.run('cloud-init status --wait');
      expect(await guest.run('id -un', { password: 'Order ’1234567890' })).toBe('root');
      await expect(guest.run('id -un', { password: 'wrong' })).rejects.toThrow('Permission denied');
      // It isn't in the files that cloud-init left.
      expect(await guest.run('grep -rl "Order ’1234567890" /var/lib/cloud /run/cloud-init /var/log || true')).toBe('');
    } finally {
      await guest.stop();
    }
  });
});

describe.skipIf(!canBoot)('the rescue system', { timeout: BOOT_MS }, () => {
  test('has the programs that repair a disk', async () => {
    const guest = await bootGuest(builtImage('rescue'), {});
    try {
      await guest.run('command -v fsck.ext4 parted rsync curl xfs_repair vgs');
    } finally {
      await guest.stop();
    }
  });
});
