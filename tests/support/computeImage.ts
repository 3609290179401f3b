import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { which } from '../../scripts/lib/which.mjs';

/** Images that tests built, for the next run. */
const CACHE = resolve('node_modules', '.cache', 'compute');
const names = { server: 'debian-12', rescue: 'rescue-12' } as const;

/**
 * A test boots an image that `npm run compute:image` built, with QEMU.
 * @returns whether the programs for it are installed
 */
export const canBoot = ['qemu-system-x86_64', 'qemu-img', 'mmdebstrap', 'ssh', 'ssh-keygen'].every((program) => which(program));

/** Minutes of work the first time, when it also downloads packages. @returns the path of the image */
export function builtImage(kind: keyof typeof names): string {
  const image = join(CACHE, 'compute', 'images', `${names[kind]}.qcow2`);
  if (!existsSync(image)) {
    const args = ['src/compute/image/main.ts', ...(kind === 'rescue' ? ['--rescue'] : [])];
    execFileSync(process.execPath, args, { env: { ...process.env, DATA_DIR: CACHE }, stdio: 'pipe' });
  }
  return image;
}
