import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { outcome } from './run.mjs';
import { which } from './which.mjs';

export { which };

/** Debian's folder for PostgreSQL's own programs, one subfolder per version; they aren't on the PATH. */
const POSTGRES = '/usr/lib/postgresql';

/** Chromium, for browser tests and pictures. `CHROMIUM` names another one. @returns {string | undefined} */
export const chromium = () => process.env.CHROMIUM || which('chromium') || which('chromium-browser') || which('google-chrome');

const shell = () => which('chromium-headless-shell');
/**
 * The browser of the tests: the headless shell, which takes about half the time, or the full browser for the full matrix. Each replaces
 * the other where it is missing. @returns {string | undefined}
 */
export const testBrowser = () => process.env.CHROMIUM || (process.env.FULL ? chromium() || shell() : shell() || chromium());

/** How a browser is started: it connects to nothing but the portal, and runs without the sandbox that containers lack. */
export const browserOptions = (/** @type {string[]} */ ...more) => launchOptions(chromium(), ...more);
export const launchOptions = (/** @type {string | undefined} */ executablePath, /** @type {string[]} */ ...more) => {
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  };
};

/** Folder of `initdb` and `postgres`: the newest version. @returns {string | undefined} */
export function postgresFolder() {
  const initdb = which('initdb');
  if (initdb) return join(initdb, '..');
  if (!existsSync(POSTGRES)) return undefined;
  return readdirSync(POSTGRES)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** What the tests need beside npm's packages, as Debian calls it. */
const needs = [
  { package: 'chromium', find: chromium },
  { package: 'chromium-headless-shell', find: testBrowser, instead: 'chromium' },
  { package: 'bind9-utils', find: () => which('named-checkzone') },
  { package: 'bind9-dnsutils', find: () => which('delv') },
  { package: 'curl', find: () => which('curl') },
  { package: 'jq', find: () => which('jq') },
  { package: 'openssh-client', find: () => which('ssh-keygen') },
  { package: 'poppler-utils', find: () => which('pdftotext') },
  { package: 'postgresql', find: postgresFolder },
  { package: 'nginx-light', find: () => which('nginx') ?? ['/usr/sbin/nginx'].find((file) => existsSync(file)) },
  { package: 's3cmd', find: () => which('s3cmd') },
  { package: 'rclone', find: () => which('rclone') },
  { package: 'pebble', find: () => which('pebble') },
];
const missing = (only) => needs.filter((need) => only.includes(need.package) && !need.find()).map((need) => need.package);

/**
 * Installs the system packages that are missing, where that is possible.
 * @param {string[]} only names of Debian packages
 * @returns {Promise<string[]>} what is still missing
 */
export async function installNeeds(only) {
  const wanted = missing(only);
  if (wanted.length === 0) return [];
  const isRoot = process.getuid?.() === 0;
  const apt = which('apt-get');
  const sudo = isRoot ? [] : ['sudo', '-n'];
  if (!apt || (!isRoot && !which('sudo'))) {
    console.error(
      `Missing: ${wanted.join(', ')}. Install them with the package manager of this system${apt ? ', as root' : ''}, then run this again.`,
    );
    return wanted;
  }
  console.log(`Installing ${wanted.join(', ')} …`);
  const apply = (...args) =>
    outcome([...sudo, apt][0], [...sudo, apt, '-qq', '-o', 'Dpkg::Use-Pty=0', ...args].slice(1), {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  await apply('update');
  const installPackages = (...names) => apply('install', '-y', '--no-install-recommends', ...names);
  // apt installs nothing when it does not know one of the packages.
  if ((await installPackages(...wanted)) !== 0)
    for (const name of wanted)
      if ((await installPackages(name)) !== 0) {
        const { instead } = needs.find((need) => need.package === name) ?? {};
        if (instead) await installPackages(instead);
      }
  const still = missing(only);
  if (still.length > 0) console.error(`Could not install ${still.join(', ')}. Run: apt-get install -y ${still.join(' ')}`);
  return still;
}

const UNPACKED = join('node_modules', '.cache');

/**
 * Folder into which Debian packages are unpacked, not installed: a name server would start with them.
 * @param {string} name of the folder @param {string[]} packages @param {string} file one that they contain
 * @returns {Promise<string | undefined>}
 */
async function unpacked(name, packages, file) {
  const folder = join(UNPACKED, name);
  if (existsSync(join(folder, file))) return folder;
  const apt = which('apt-get');
  if (!apt || !which('dpkg')) return undefined;
  mkdirSync(folder, { recursive: true });
  // As root, apt would download as a user that can't write here.
  const args = ['-qq', '-o', 'APT::Sandbox::User=root', 'download', ...packages];
  const download = () => outcome(apt, args, { cwd: folder, stdio: 'ignore' });
  if ((await download()) !== 0) {
    await outcome(apt, ['-qq', 'update'], { stdio: 'ignore' });
    await download();
  }
  for (const archive of readdirSync(folder).filter((entry) => entry.endsWith('.deb')))
    await outcome('dpkg', ['-x', join(folder, archive), folder], { stdio: 'ignore' });
  return existsSync(join(folder, file)) ? folder : undefined;
}

const unpackedBind = () => unpacked('bind9', ['bind9'], join('etc', 'bind', 'db.local'));

/** Folder of the zone files that Debian's package bind9 brings along. @returns {Promise<string | undefined>} */
export async function bindSamples() {
  if (existsSync('/etc/bind/db.local')) return '/etc/bind';
  const folder = await unpackedBind();
  return folder && join(folder, 'etc', 'bind');
}

/** BIND's server. Its libraries come with bind9-dnsutils. @returns {Promise<string | undefined>} */
export async function bindServer() {
  const installed = which('named') ?? (existsSync('/usr/sbin/named') ? '/usr/sbin/named' : undefined);
  if (installed) return installed;
  const folder = await unpackedBind();
  const file = folder && resolve(folder, 'usr', 'sbin', 'named');
  return file && (await outcome(file, ['-V'], { stdio: 'ignore' })) === 0 ? file : undefined;
}

/** PowerDNS's server with its SQLite backend: the folder below which Debian's packages are. @returns {Promise<string | undefined>} */
export async function powerdnsRoot() {
  const files = [join('usr', 'sbin', 'pdns_server'), join('usr', 'share', 'pdns-backend-sqlite3', 'schema', 'schema.sqlite3.sql')];
  if (files.every((file) => existsSync(join('/', file)))) return '/';
  const folder = await unpacked('pdns', ['pdns-server', 'pdns-backend-sqlite3'], files[1]);
  const root = folder && resolve(folder);
  // Its libraries may be missing.
  return root && (await outcome(join(root, files[0]), ['--version'], { stdio: 'ignore' })) === 0 ? root : undefined;
}
