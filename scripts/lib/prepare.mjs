import { outsideOfModules, run, runNode } from './run.mjs';
import { isBuilt, isInstalled } from './stamp.mjs';

/**
 * Installs when `node_modules` is missing or belongs to another lock file.
 * @param {{ dev?: boolean }} [options] `dev: false`: an install without development packages is enough
 */
export async function install({ dev = true } = {}) {
  if (isInstalled({ dev })) return;
  console.log('Installing the packages of package-lock.json …');
  await run('npm', ['ci', ...(dev ? ['--include=dev'] : []), '--loglevel=error', '--no-audit', '--no-fund'], { env: outsideOfModules() });
}

/** Builds if a source has changed since the last build. */
export async function build() {
  if (isBuilt()) return;
  console.log('Building the site …');
  await runNode(['scripts/build.mjs']);
}

/** An edge runs beside the embedded provider, unless the environment says otherwise. */
export function prepareEdge() {
  if (!process.env.PROVIDER_URL) process.env.EDGE_DRIVER ||= 'node';
}

/** Exits after a failed step, which has reported the reason. */
export function stopQuietly(error) {
  if (typeof error?.code !== 'number') console.error(error);
  process.exit(typeof error?.code === 'number' ? error.code : 1);
}
