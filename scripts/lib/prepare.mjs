import { run, runNode } from './run.mjs';
import { isBuilt, isInstalled, writeInstallStamp } from './stamp.mjs';

/** Installs when `node_modules` is missing or belongs to another lock file. */
export async function install() {
  if (isInstalled()) return;
  console.log('Installing the packages of package-lock.json …');
  await run('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund']);
  writeInstallStamp();
}

/** Builds when a source is not what it was at the last build. */
export async function build() {
  if (isBuilt()) return;
  console.log('Building the site …');
  await runNode(['scripts/build.mjs']);
}
