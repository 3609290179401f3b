import { describe, expect, test } from 'vitest';
import { builtImage, canBoot } from '../../../../../tests/support/computeImage.ts';
import { BOOT_MS, bootGuest } from '../../../../../tests/support/guest.ts';
import { docker } from './docker.ts';
import { postgresql } from './postgresql.ts';
import { wireguard } from './wireguard.ts';
import { wordpress } from './wordpress.ts';

/** What a customer would do first, and what it puts out. */
const checks = [
  ['Docker', docker, 'docker info --format "{{.Driver}}" && docker-compose --version | cut -d" " -f1', /^overlay2\ndocker-compose$/],
  ['PostgreSQL', postgresql, 'psql -Atc "SELECT current_user" "$(cat /root/postgresql.txt)"', /^app$/],
  ['WireGuard', wireguard, 'wg show wg0 listen-port && nft list table inet wireguard | grep -c masquerade', /^51820\n1$/],
  ['WordPress', wordpress, 'curl -sL localhost | grep -o "wp-admin/[a-z-]*" | head -n 1', /^wp-admin\//],
] as const;

// Where Debian's archive can't be reached, the image can't be built either.
describe.skipIf(!canBoot)('recipes (skipped where QEMU, mmdebstrap or OpenSSH is missing)', { timeout: 2 * BOOT_MS }, () => {
  test.each(checks)('%s is ready after the first boot', async (_name, { userData, memory }, command, output) => {
    const guest = await bootGuest(builtImage('server'), { userData, memory });
    try {
      await guest.run('cloud-init status --wait');
      expect(await guest.run(command)).toMatch(output);
    } finally {
      await guest.stop();
    }
  });
});
