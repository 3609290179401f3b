import { describe, expect, test } from 'vitest';
import { builtImage, canBoot } from '../../../tests/support/computeImage.ts';
import { BOOT_MS, bootGuest, type Guest } from '../../../tests/support/guest.ts';
import { type ApplicationId, applications } from '../../lib/rules/cloud/recipes/applications.ts';
import { withRecipe } from '../../lib/rules/cloud/recipes/recipe.ts';

const os = { type: 'debian', version: '12' };
/** The server’s own address, which isn’t the loopback one. */
const address = "$(hostname -I | cut -d' ' -f1)";
const readValue = (guest: Guest, file: string) => guest.run(`sed -n 's/^Password: //p' ${file}`);

async function checkWordpress(guest: Guest) {
  const password = await readValue(guest, '/root/wordpress.txt');
  const setup = `http://${address}/wp-admin/install.php`;
  const status = (options: string) => guest.run(`curl -s -o /dev/null -w '%{http_code}' ${options}`);
  expect(await status(setup)).toBe('401');
  expect(await status(`-u setup:wrong ${setup}`)).toBe('401');
  expect(await status(`-u setup:${password} ${setup}`)).toBe('200');
  expect(await guest.run(`curl -s -u setup:${password} '${setup.replace(address, '127.0.0.1')}?language=en_US'`)).toContain('wp-core-ui');
  expect(await status(`http://${address}/`)).toBe('302');
  const form =
    'weblog_title=Bakery&user_name=owner&admin_password=Owner-1234567890&admin_password2=Owner-1234567890&admin_email=a@example.com';
  await guest.run(`curl -s -u setup:${password} -d '${form}&blog_public=0' "${setup}?step=2"`);
  expect(await guest.run(`curl -s http://${address}/`)).toContain('<title>Bakery');
  expect(await status(`http://${address}/wp-content/uploads/x.php`)).not.toBe('200');
  expect(await guest.run("stat -c '%U %G %a' /etc/wordpress/config-default.php /etc/wordpress/setup.htpasswd | sort -u")).toBe(
    'root www-data 640',
  );
  expect(await guest.run("ss -Hltn 'sport = :3306'")).toMatch(/^LISTEN\s+\d+\s+\d+\s+127\.0\.0\.1:3306/);
}

async function checkDocker(guest: Guest) {
  await guest.run('docker info');
  // Images can't be pulled in a test: one of the shell's own files.
  const files =
    'bin lib lib64 usr/bin/dash usr/bin/sh usr/lib64 usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 usr/lib/x86_64-linux-gnu/libc.so.6';
  await guest.run(`tar -c -C / ${files} | docker import - local`);
  expect(await guest.run(`docker run --rm local /bin/sh -c 'echo started'`)).toBe('started');
  expect(await guest.run("ss -Hltn 'sport = :2375 or sport = :2376'")).toBe('');
}

async function checkPostgresql(guest: Guest) {
  const password = await readValue(guest, '/root/postgresql.txt');
  const query = (options: string, secret: string) =>
    guest.run(
      `PGPASSWORD=${secret} psql "host=${address} user=app dbname=app ${options}" -Atc 'SELECT current_user, ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'`,
    );
  expect(await query('', password)).toBe('app|t');
  await expect(query('', 'wrong')).rejects.toThrow('password authentication failed');
  await expect(query('sslmode=disable', password)).rejects.toThrow('no encryption');
  expect(await guest.run(`runuser -u postgres -- psql -Atc "SELECT left(rolpassword, 13) FROM pg_authid WHERE rolname = 'app'"`)).toBe(
    'SCRAM-SHA-256',
  );
  expect(await guest.run('runuser -u postgres -- psql -Atc "SHOW server_encoding"')).toBe('UTF8');
}

async function checkWireguard(guest: Guest) {
  expect(await guest.run('wg show wg0 listen-port')).toBe('51820');
  // A client in a network of its own, with the file that the customer imports.
  await guest.run(
    [
      'ip netns add client',
      'ip link add outside type veth peer name inside netns client',
      'ip address add 192.0.2.1/24 dev outside && ip link set outside up',
      'ip -n client address add 192.0.2.2/24 dev inside && ip -n client link set inside up',
      'ip -n client route add default via 192.0.2.1',
      'sed s/SERVER-ADDRESS/192.0.2.1/ /root/wireguard-client.conf > /etc/wireguard/tunnel.conf',
      'ip netns exec client wg-quick up tunnel',
    ].join(' && '),
  );
  expect(await guest.run('ip netns exec client ping -c 3 10.66.66.1')).toContain(' 0% packet loss');
  // Behind the server: the gateway of its network.
  expect(await guest.run('ip netns exec client ping -c 3 10.0.2.2')).toContain(' 0% packet loss');
  expect(Number((await guest.run('wg show wg0 latest-handshakes')).split('\t')[1])).toBeGreaterThan(0);
}

const checks: Record<ApplicationId, (guest: Guest) => Promise<void>> = {
  wordpress: checkWordpress,
  docker: checkDocker,
  postgresql: checkPostgresql,
  wireguard: checkWireguard,
};

describe.skipIf(!canBoot)('applications on Debian (skipped where QEMU, mmdebstrap or OpenSSH is missing)', { timeout: 2 * BOOT_MS }, () => {
  test.each(applications)('$name works after the first boot', async ({ id, file, ram, disk }) => {
    const own = "#cloud-config\nruncmd: ['ls /root > /root/own.txt']\n";
    const userData = withRecipe(own, { application: id, os, isCopy: false, rescue: false }) ?? '';
    const guest = await bootGuest(builtImage('server'), { userData, memory: ram, disk });
    try {
      const start = performance.now();
      expect(await guest.run('cloud-init status --wait || tail -n 40 /var/log/cloud-init-output.log')).toContain('status: done');
      console.log(
        `${id}: signed in after ${Math.round(guest.signedInMs / 1000)} s, installed ${Math.round((performance.now() - start) / 1000)} s later`,
      );
      // The customer's own user data ran, after the recipe.
      const before = await guest.run('cat /root/own.txt');
      if (file) expect(before).toContain(file.slice('/root/'.length));
      if (file) expect(await guest.run(`stat -c '%U %a' ${file}`)).toBe('root 600');
      expect(await guest.run('systemctl --failed --no-legend')).toBe('');
      await checks[id](guest);
    } finally {
      await guest.stop();
    }
  });
});
