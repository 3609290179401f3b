// Writes the package. Runs on Node 24, which reads the sources of the contract.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './run.mjs';

const folder = process.argv[2] ?? join(root, 'dist-cli');
const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Modules that are replaced by their values: the commands without the contract and zod, and the version. As JSON text, which is parsed
 * faster than code.
 */
const values = { 'src/cli/commands.ts': 'commands', 'src/cli/version.ts': 'version' };
const valueModules = {
  name: 'values',
  setup({ onLoad }) {
    onLoad({ filter: /src\/cli\/(commands|version)\.ts$/ }, async ({ path }) => {
      const name = values[path.slice(root.length + 1)];
      const { [name]: value } = await import(pathToFileURL(path).href);
      return { contents: `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`, loader: 'js' };
    });
  },
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const program = join(folder, 'nasim.mjs');
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/cli/main.ts'],
  outfile: program,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minify: true,
  charset: 'utf8',
  banner: { js: '#!/usr/bin/env node' },
  plugins: [valueModules],
  logLevel: 'warning',
  metafile: true,
});
const foreign = Object.keys(metafile.inputs).filter((input) => !/^(values:)?src\/(cli|lib)\//.test(input));
if (foreign.length > 0) throw new Error(`the program contains ${foreign.join(', ')}`);
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name: 'nasim-cli',
      version,
      description: 'Command line of the Nasim customer portal: domains, DNS, cache, rules, servers and storage by API key.',
      license,
      keywords: ['cdn', 'dns', 'cloud', 'cli', 'nasim'],
      type: 'module',
      bin: { nasim: 'nasim.mjs' },
      files: ['nasim.mjs'],
      engines: { node: '>=20' },
    },
    null,
    2,
  )}\n`,
);
copyFileSync(join(root, 'src/cli/README.md'), join(folder, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
console.log(`${folder}: nasim.mjs has ${Math.round(statSync(program).size / 1024)} KB`);
