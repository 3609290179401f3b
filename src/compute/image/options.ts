import { parseArgs } from 'node:util';
import { type Suite, suites } from './debian.ts';
import { Boot, OsType, OsVersion, RESCUE } from './manifest.ts';
import { ImageError } from './programs.ts';

export const usage = `npm run compute:image                                    builds Debian 12
npm run compute:image -- --suite trixie                  another release: ${Object.keys(suites).join(', ')}
npm run compute:image -- --rescue                        builds the rescue system
npm run compute:image -- --from FILE|URL --os TYPE --version VERSION
                                                         adds a cloud image (qcow2 or raw) with cloud-init
Options: --mirror URL    Debian's archive, also for the servers (http://deb.debian.org/debian)
         --sha256 HEX    refuses another file than this one
         --boot uefi     the image doesn't start with a BIOS
         --user NAME     the user who gets the SSH keys (root)`;

export type ImageRequest =
  | { action: 'build'; kind: 'server' | 'rescue'; suite: Suite; mirror: string; type: string; version: string }
  | { action: 'add'; from: string; sha256: string | undefined; type: string; version: string; boot: Boot; user: string };

const isSuite = (text: string): text is Suite => Object.hasOwn(suites, text);

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      options: {
        suite: { ...text, default: 'bookworm' },
        // Without TLS, as Debian itself sets it up: its packages are signed.
        mirror: { ...text, default: 'http://deb.debian.org/debian' },
        rescue: { type: 'boolean', default: false },
        from: text,
        os: text,
        version: text,
        sha256: text,
        boot: { ...text, default: 'bios' },
        user: { ...text, default: 'root' },
      },
    }).values;
  } catch (error) {
    throw new ImageError(`${(error as Error).message}\n\n${usage}`);
  }
}

/** @throws {ImageError} with the usage */
export function readRequest(args: string[]): ImageRequest {
  const { suite, mirror, rescue, from, os, version, sha256, boot, user } = readFlags(args);
  const check = (isValid: boolean, text: string) => {
    if (!isValid) throw new ImageError(`${text}\n\n${usage}`);
  };
  if (from === undefined) {
    if (!isSuite(suite)) throw new ImageError(`The release ${suite} isn’t known.\n\n${usage}`);
    check(/^https?:\/\/[^\s[\]]+$/.test(mirror), 'The mirror isn’t a URL.');
    check(os === undefined && version === undefined, '--os and --version belong to --from.');
    return { action: 'build', kind: rescue ? 'rescue' : 'server', suite, mirror, type: rescue ? RESCUE : 'debian', version: suites[suite] };
  }
  check(!rescue, 'The rescue system is built, not added.');
  check(OsType.safeParse(os).success && os !== RESCUE, 'An image needs the type of its system, as in the catalog: --os ubuntu');
  check(OsVersion.safeParse(version).success, 'An image needs the version of its system, as in the catalog: --version 24');
  check(sha256 === undefined || /^[0-9a-f]{64}$/i.test(sha256), 'The SHA-256 has 64 hexadecimal digits.');
  check(Boot.safeParse(boot).success, '--boot is bios or uefi.');
  check(/^[a-z_][a-z0-9_-]{0,31}$/.test(user), 'The user isn’t a name of a Linux user.');
  return { action: 'add', from, sha256, type: os ?? '', version: version ?? '', boot: Boot.parse(boot), user };
}
