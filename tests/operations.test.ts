import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { computeVariables } from '../src/compute/env.ts';
import { openstackVariables } from '../src/compute/openstack/settings.ts';
import { readEnv } from '../src/config/env.ts';
import { edgeVariables } from '../src/edge/base/env.ts';

const configuration = readFileSync('docs/configuration.md', 'utf8');
const operations = readFileSync('docs/operations.md', 'utf8');
const documents = [
  operations,
  configuration,
  ...['README.md', 'CONTRIBUTING.md', 'docs/edge.md'].map((file) => readFileSync(file, 'utf8')),
];

interface Row {
  section: string;
  name: string;
  /** The text of its cell. */
  fallback: string;
}
const rows: Row[] = configuration.split(/^## /m).flatMap((part) => {
  const section = part.slice(0, part.indexOf('\n'));
  return [...part.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \| .+ \|$/gm)].map(([, name = '', fallback = '']) => ({ section, name, fallback }));
});
const namesIn = (isOf: (section: string) => boolean) => rows.filter(({ section }) => isOf(section)).map(({ name }) => name);
const ofEdge = (section: string) => section === 'The edge program';
const ofCompute = (section: string) => section === 'The compute process';
const ofOpenstack = (section: string) => section === 'The compute process with OpenStack';
const ofTools = (section: string) => section === 'Building and tests';

/** The variables of a schema, by its source: an optional one isn't in what it reads. */
const declared = (file: string) => [...readFileSync(file, 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);

test('the configuration has a row for each variable of the portal, the edge and the compute process, and none that nothing reads', () => {
  const portal = declared('src/config/env.ts');
  expect(portal.length).toBeGreaterThan(50);
  expect(portal).toEqual(expect.arrayContaining(Object.keys(readEnv({})).filter((name) => name === name.toUpperCase())));
  expect(namesIn((section) => !ofEdge(section) && !ofCompute(section) && !ofOpenstack(section) && !ofTools(section)).sort()).toEqual(
    portal.sort(),
  );
  expect(namesIn(ofEdge)).toEqual(edgeVariables);
  // It shares the others with the portal.
  expect(namesIn(ofCompute)).toEqual(computeVariables.filter((name) => name.startsWith('COMPUTE_')));
  expect(namesIn(ofOpenstack)).toEqual(openstackVariables);
});

test('what else reads the environment is in it too', () => {
  const files = ['server.mjs', 'astro.config.mjs'].concat(
    ['src', 'scripts'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|mjs|astro)$/.test(name) && !/\.test\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    ),
  );
  const read = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const destructured = [...text.matchAll(/\{([^{}]*)\} = process\.env\b/g)].flatMap(
      ([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [],
    );
    return [...text.matchAll(/process\.env\.([A-Z][A-Z0-9_]*)/g)].map(([, name = '']) => name).concat(destructured);
  });
  // Of the system and Node; FULL is how `npm run test:full` starts the test programs.
  const others = new Set(['PATH', 'NODE_ENV', 'FULL']);
  const wanted = new Set(read.filter((name) => !others.has(name)));
  expect(wanted.size).toBeGreaterThan(4);
  const known = new Set(rows.map(({ name }) => name));
  expect([...wanted].filter((name) => !known.has(name))).toEqual([]);
  expect(namesIn(ofTools).filter((name) => !wanted.has(name))).toEqual([]);
});

test('defaults are those of the code', () => {
  const key = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='; // the example of RFC 8410
  const edge = { EDGE_CONTROL_URL: 'http://127.0.0.1/', EDGE_KEY: 'a'.repeat(32), EDGE_VERIFY_KEY: key };
  const text = (value: unknown) =>
    Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
  let compared = 0;
  const unlike = rows.flatMap(({ section, name, fallback }) => {
    // Paths are resolved when they are read.
    if (ofTools(section) || name === 'DATA_DIR' || name === 'EDGE_DIR' || name in (ofEdge(section) ? edge : {})) return [];
    const file = ofEdge(section)
      ? 'src/edge/base/env.ts'
      : ofCompute(section)
        ? 'src/compute/env.ts'
        : ofOpenstack(section)
          ? 'src/compute/openstack/settings.ts'
          : null;
    const value = file ? declaredDefault(file, name) : readEnv({})[name as 'PORT'];
    const shown = /^`([^`]*)`/.exec(fallback)?.[1];
    if (value === undefined || text(value) === '')
      return shown && !/^`[^`]*` /.test(fallback) ? [`${name}: ${fallback}, but it has none`] : [];
    compared++;
    return shown === text(value) ? [] : [`${name}: ${fallback}, but it is ${text(value)}`];
  });
  expect(unlike).toEqual([]);
  expect(compared).toBeGreaterThan(30);
});

/** The default of a variable of the edge or the compute process, as its source has it. */
function declaredDefault(file: string, name: string): string | undefined {
  const source = readFileSync(file, 'utf8');
  const [, field = ''] = new RegExp(`^ {2}${name}: ([\\s\\S]*?)(?=^ {2}[A-Z/}]|^\\}\\))`, 'm').exec(source) ?? [];
  return /\.(?:pre|de)fault\('?([^')]*)'?\)/.exec(field)?.[1]?.replaceAll('_', '');
}

test('every command in the documents exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = documents.flatMap((text) =>
    [...text.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? ''),
  );
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(named)].filter((name) => scripts[name] === undefined)).toEqual([]);
  // In the other direction: a command that can't be looked up might as well not exist.
  const missing = Object.keys(scripts).filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:])`).test(operations));
  expect(missing).toEqual([]);
});

test('subcommands in the documents are those of their programs', () => {
  const programs = {
    operator: ['src/provider/operator.ts', 'src/provider/cdn/dedicatedIp/command.ts'],
    incident: ['src/provider/incident.ts'],
  };
  const unknown = documents.flatMap((text) =>
    [...text.matchAll(/npm run (operator|incident) -- ([a-z][\w-]*)/g)]
      .filter(([, program, name]) => !programs[program as 'operator'].some((file) => readFileSync(file, 'utf8').includes(`'${name}'`)))
      .map(([command]) => command),
  );
  expect(unknown).toEqual([]);
});

test('links and files of the documents exist', () => {
  const headings = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
  const linked = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/operations.md', 'docs/configuration.md', 'docs/edge.md'];
  const broken = linked.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)]*))?\)/g)].flatMap(([link, path = '', heading]) => {
      const target = path === '' ? file : join(file, '..', path);
      const isThere = existsSync(target) && (!heading || headings(target).includes(heading));
      return isThere ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});
