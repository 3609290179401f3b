// Writes a skeleton of a provider: a server, types of all calls, and a handler for each that isn't implemented. Runs on Node 24, which reads
// the sources of the contract. Everything about a call comes from there, so a skeleton can't differ from it.
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { groupArea } from '../../src/lib/contract/areas.ts';
import { contract } from '../../src/lib/contract/index.ts';
import { openapi } from '../../src/lib/contract/openapi.ts';
import { bundles } from '../../src/lib/i18n/bundles.ts';
import { areas } from '../../src/lib/rules/core/areas.ts';
import { callTypes, sharedTypes } from './providerStub/types.mjs';

const root = process.cwd();
const usage = `Usage: npm run provider:stub -- FOLDER [--areas cdn,finance]

Writes a skeleton of a provider into FOLDER, which must be empty or missing. --areas: the areas that it is going to have, of
${areas.join(', ')}. The default is all of them; what every provider has is always there.`;

class UsageError extends Error {}

function readArguments() {
  let parsed;
  try {
    parsed = parseArgs({ allowPositionals: true, options: { areas: { type: 'string' } } });
  } catch (error) {
    throw new UsageError(`${error.message}\n\n${usage}`);
  }
  const [folder] = parsed.positionals;
  if (parsed.positionals.length !== 1) throw new UsageError(usage);
  const chosen = parsed.values.areas?.split(',').map((one) => one.trim()) ?? areas;
  const unknown = chosen.filter((one) => !areas.includes(one));
  if (unknown.length > 0) throw new UsageError(`Unknown area: ${unknown.join(', ')}. Areas: ${areas.join(', ')}`);
  const path = resolve(folder);
  if (existsSync(path) && readdirSync(path).length > 0) throw new UsageError(`${path} isn’t empty.`);
  return { folder: path, lacked: lackedBy(chosen) };
}

/** The areas that aren't chosen. An area brings its parts and its whole, unless parts of it are chosen. */
function lackedBy(chosen) {
  const parts = { cdn: ['clusters'], cloud: ['servers', 'spaces'], finance: ['payments'] };
  const has = new Set(chosen);
  for (const [whole, own] of Object.entries(parts)) {
    const some = own.filter((part) => chosen.includes(part));
    if (some.length > 0) has.add(whole);
    else if (has.has(whole)) for (const part of own) has.add(part);
  }
  return areas.filter((area) => !has.has(area));
}

/** The texts that refusals need: those of faults and of the labels of fields. */
function refusalTexts() {
  const roots = new Set(['error', 'reason', 'field', 'form', 'rule', 'setting', 'name', 'channel']);
  const codes = new Set(Object.values(contract).flatMap((calls) => Object.values(calls).flatMap(({ errors }) => errors)));
  const isNeeded = (namespace, name) =>
    namespace === 'error' ||
    roots.has(name) ||
    codes.values().some((code) => code.startsWith(`${namespace}:${name}.`) || code === `${namespace}:${name}`);
  return Object.fromEntries(
    Object.entries(bundles).map(([locale, namespaces]) => [
      locale,
      Object.fromEntries(
        Object.entries(namespaces).map(([namespace, texts]) => [
          namespace,
          Object.fromEntries(Object.entries(texts).filter(([name]) => isNeeded(namespace, name))),
        ]),
      ),
    ]),
  );
}

const textsPlugin = {
  name: 'texts',
  setup({ onLoad }) {
    const contents = `export const bundles = JSON.parse(${JSON.stringify(JSON.stringify(refusalTexts()))});`;
    onLoad({ filter: /src\/lib\/i18n\/bundles\.ts$/ }, () => ({ contents, loader: 'js' }));
  },
};

const upper = (name) => name[0].toUpperCase() + name.slice(1);

function writeHandlers(group, calls) {
  const entries = Object.values(calls).map((call) => {
    const refusals = call.errors.length > 0 ? `\n   * Refusals: ${[...new Set(call.errors)].join(', ')}` : '';
    return `  /**\n   * ${call.summary.replaceAll('*/', '*\\/')}.\n   * \`${call.method} ${call.path}\`${call.access === 'public' ? ', without a session' : ''}${refusals}\n   */\n  ${call.id[1]}: notImplemented,`;
  });
  return `import { notImplemented } from '../handler.ts';
import type { ${upper(group)}Handlers } from '../types/${group}.ts';

export const ${group}: ${upper(group)}Handlers = {
${entries.join('\n\n')}
};
`;
}

/** The capabilities that the areas need; the rest is nothing, until it exists. */
function writeCapabilities(lacked) {
  const engine = (area, name) => (lacked.includes(area) ? 'none' : name);
  return `import { notImplemented } from '../handler.ts';
import type { ProviderHandlers } from '../types/provider.ts';

export const provider: ProviderHandlers = {
  /** \`GET /provider/config\`: the name, currency and limits. */
  config: notImplemented,

  /** \`GET /provider/status\` */
  status: notImplemented,

  /** \`GET /provider/status/days\` */
  statusDays: notImplemented,

  /** \`GET /provider/edge-addresses\` */
  edgeAddresses: notImplemented,

  /**
   * \`GET /provider/capabilities\`: what this provider has. The portal offers nothing else, so this must be true before customers use it.
   * Now it says that there are the chosen areas, and no engine that would be more than that.
   */
  capabilities: () => ({
    capabilities: {
      lacks: ${JSON.stringify(lacked)},
      compute: '${engine('servers', 'connected')}',
      objectStore: '${engine('spaces', 's3')}',
      payment: '${engine('payments', 'connected')}',
      edge: 'none',
      places: 'unknown',
      preview: null,
      edgeAddresses: false,
      http3: false,
      l34: false,
      captcha: 'none',
      originVerification: false,
      accessLogs: false,
      dns: 'none',
      dnssec: false,
      certificates: 'none',
      limits: { dnsRecords: 1000, domains: 100 },
    },
  }),
};
`;
}

function writeReadme(lacked) {
  const had = areas.filter((area) => !lacked.includes(area));
  return `# A provider for the portal

A skeleton with a handler for each call of the contract${lacked.length > 0 ? `, in these areas: ${had.join(', ') || 'only what every provider has'}` : ''}. It needs Node 24 and no package:

\`\`\`sh
PORT=8080 node server.ts
\`\`\`

- \`handlers/\`: one file for each group of calls. A call is answered with 501 and \`error:notImplemented\` until \`notImplemented\` is replaced by a function. Its types are in \`types/\`, its refusals in the comment above it: \`throw new Refusal(409, 'dns:error.duplicate')\`.
- \`session.ts\`: finds the session of a token. Begin with it and with the calls of \`auth\`.
- \`server.ts\`: checks sessions and inputs before a handler runs, and outputs after it; refusals have the language of the caller.
- \`contract.js\`: the contract and its texts. \`types/\` and this file are generated: write the skeleton of a newer version into another folder and compare them.
- \`handlers/provider.ts\`: \`capabilities\` says what the provider has. The portal doesn’t offer what it lacks.

Start the portal with its address, in the folder of the portal:

\`\`\`sh
PROVIDER_URL=http://127.0.0.1:8080 npm start
\`\`\`

What is missing, by area, and whether the rest fulfils the contract:

\`\`\`sh
export CONFORMANCE_USERNAME=conformance@example.com CONFORMANCE_PASSWORD=…
npm run conformance -- http://127.0.0.1:8080
\`\`\`

Without accounts, before \`auth.login\` exists, any name and password do: the report then lists what is missing. The accounts that a whole run needs are in docs/conformance.md of the portal.
`;
}

async function write({ folder, lacked }) {
  const template = join(root, 'scripts/lib/providerStub/template');
  for (const name of ['', 'handlers', 'types']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of readdirSync(template)) copyFileSync(join(template, name), join(folder, name));
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/lib/providerStub/contract.ts'],
    outfile: join(folder, 'contract.js'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minify: true,
    charset: 'utf8',
    legalComments: 'eof',
    // One of its packages is CommonJS.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    plugins: [textsPlugin],
    logLevel: 'warning',
  });
  const document = openapi('http://provider');
  const groups = Object.entries(contract).filter(([group]) => !lacked.includes(groupArea(group)));
  writeFileSync(join(folder, 'types/shared.ts'), sharedTypes(document));
  for (const [group, calls] of groups) {
    writeFileSync(join(folder, `types/${group}.ts`), callTypes(group, calls));
    writeFileSync(join(folder, `handlers/${group}.ts`), group === 'provider' ? writeCapabilities(lacked) : writeHandlers(group, calls));
  }
  writeFileSync(
    join(folder, 'handlers/index.ts'),
    `${groups.map(([group]) => `import { ${group} } from './${group}.ts';`).join('\n')}\n\n/** The handlers by group. A call without one is answered as one that isn’t implemented. */\nexport const handlers = { ${groups.map(([group]) => group).join(', ')} };\n`,
  );
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'provider', private: true, type: 'module', scripts: { start: 'node server.ts' }, engines: { node: '>=24' } }, null, 2)}\n`,
  );
  writeFileSync(join(folder, 'README.md'), writeReadme(lacked));
  const count = groups.reduce((sum, [, calls]) => sum + Object.keys(calls).length, 0);
  console.log(`${folder}: ${count} calls in ${groups.length} groups. README.md says how to start it.`);
}

try {
  await write(readArguments());
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
