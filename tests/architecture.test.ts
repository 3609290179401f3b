import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserExports } from '../scripts/lib/callsView.mjs';
import { contract } from '../src/lib/contract/index.ts';
import { allCalls } from '../src/lib/contract/openapi.ts';
import { bundles, type TextTree } from '../src/lib/i18n/bundles.ts';
import { locales } from '../src/lib/i18n/locales.ts';
import { matchRoute, type RouteName, routes } from '../src/lib/routes/index.ts';
import { screens } from './screens/index.ts';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|tsx|astro|mjs|css|mdx|json)$/.test(file));
const code = files.filter((file) => /\.(ts|tsx|astro)$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
const read = (file: string) => readFileSync(join('src', file), 'utf8');

/** Product lines. `core` is shared by all of them: every line may import it, and it imports none. */
const productLines = ['cdn', 'cloud', 'finance', 'support', 'account', 'operator'];

/** The layer of a file. */
function fileLayer(file: string): string {
  const [top = '', second = ''] = file.split('/');
  if (top === 'lib') return second.endsWith('.ts') ? `lib/${second.replace(/\.ts$/, '')}` : `lib/${second}`;
  if (top === 'islands') return second === 'ui' || second === 'shell' ? `islands/${second}` : 'islands/feature';
  return top;
}

/** The product line of a file; null for files outside all lines. */
const fileProductLine = (file: string) => file.split('/').find((segment) => productLines.includes(segment)) ?? null;

/** The feature of an island: `cdn/dns`. Null for the kit and the shell. */
function featureName(file: string): string | null {
  const [top, line = '', feature = ''] = file.split('/');
  return top === 'islands' && line !== 'ui' && line !== 'shell' ? `${line}/${feature}` : null;
}

const shared = ['lib/contract', 'lib/rules', 'lib/i18n', 'lib/format', 'lib/time'];
const isShared = (to: string) => to.startsWith('lib/') || ['adapter', 'browser', 'config'].includes(to);
/** What needs a server is refused by the next test. */
const forIslands = (to: string) => to === 'islands/ui' || (isShared(to) && to !== 'adapter');
/** Which layers a layer may import, besides itself. */
const allowed: Record<string, (to: string, path: string) => boolean> = {
  config: (to) => to === 'lib/rules' || to === 'lib/i18n',
  lib: (to) => to.startsWith('lib/') || to === 'config' || to === 'content',
  browser: (to) => to.startsWith('lib/') || to === 'config',
  adapter: (to) => to.startsWith('lib/') || to === 'config',
  provider: (to) => [...shared, 'provider', 'dns', 'compute', 'config', 'lib/node'].includes(to),
  // A process of its own: what it shares with its driver is the protocol of the socket.
  compute: (to) => ['lib/rules', 'lib/i18n', 'lib/time', 'lib/node'].includes(to),
  // The name server runs without the portal: what they share is the file of zones (docs/decisions/0029).
  dns: (to) => ['dns', 'lib/rules', 'lib/time', 'lib/node', 'config'].includes(to),
  // A program of its own, which may run on another machine: it shares the rules with the portal, and the format of bundles in them.
  // Its pages have the brand.
  edge: (to, path) =>
    ['lib/rules', 'lib/time', 'lib/node'].includes(to) || /^(config\/(brand|brandFile|mark)|lib\/i18n\/locales)\.ts$/.test(path),
  // A program that customers install: it calls the API, and shares nothing with the portal but the contract.
  cli: (to) => to === 'lib/contract',
  // The address contains the search and filters of a list (docs/decisions/0020); a role may lock what saves.
  'islands/ui': (to, path) => ['lib/i18n', 'lib/format', 'lib/time'].includes(to) || /^browser\/(address|lock)\.ts$/.test(path),
  'islands/shell': forIslands,
  'islands/feature': forIslands,
  layouts: (to) => isShared(to) || to === 'islands/shell' || to === 'layouts',
  pages: (to) => isShared(to) || to.startsWith('islands/') || to === 'layouts' || to === 'content',
};
const layerKind = (layer: string) => (layer.startsWith('lib/') ? 'lib' : layer);

/**
 * Where the lines come together: registries and composition roots. In the provider: its entry points, the manifests, the routes and the schema.
 * `provider/drivers` and the edge may import the rules of the line that they serve.
 */
const multilineImport =
  /^(pages|layouts|content)|^islands\/(shell|ui)\/|^lib\/(contract\/(areas|index|openapi|operations)|routes\/index|i18n\/|reads|page|changes)|^adapter\/|^browser\/(api|stores)\/|^provider\/((routes|manifests|operator)|db\/(schema|columns))\.ts|^provider\/drivers\/|^cli\/|^dns\/|^edge\/|^compute\//;

/** Modules that only a server may load: they include the provider's secrets, the texts of all languages, or the calls of every page. */
const serverOnly =
  /^adapter\/|^cli\/|^config\/env\.ts|^lib\/(node\/|i18n\/(server|bundles)\.ts|contract\/(areas|openapi|operations|(\w+\/)?index)\.ts)|^provider\/|^dns\/|^edge\/|^compute\//;

function parseImports(file: string): { path: string; isType: boolean }[] {
  const found = read(file).matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|^\s*import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  );
  return [...found].map((match) => ({
    path: normalize(join(dirname(file), match[2] ?? match[3] ?? match[4] ?? '')),
    isType: match[1] !== undefined,
  }));
}

describe('layers', () => {
  test('each file imports what its layer, line and feature may', () => {
    const offenders: string[] = [];
    for (const file of code) {
      const layer = fileLayer(file);
      const mayImport = allowed[layerKind(layer)];
      if (!mayImport) continue;
      for (const { path } of parseImports(file)) {
        const to = fileLayer(path);
        // The version of the installation is in its manifest.
        if (path.startsWith('content/') || path === '../package.json') continue;
        if (to !== layer && !mayImport(to, path)) offenders.push(`${file} (${layer}) imports ${path} (${to})`);
        if (multilineImport.test(file)) continue;
        const [line, feature] = [fileProductLine(path), featureName(path)];
        if (line !== null && line !== fileProductLine(file)) offenders.push(`${file} imports ${path}, of another line`);
        if (feature !== null && feature !== featureName(file) && !feature.endsWith('/shared'))
          offenders.push(`${file} imports ${path}, of another feature`);
      }
    }
    expect(offenders).toEqual([]);
  });

  test('no island imports a module of the server, directly or indirectly', () => {
    const visited = new Set<string>();
    const walk = (file: string, trail: string[]) => {
      if (visited.has(file) || !existsSync(join('src', file)) || !/\.tsx?$/.test(file)) return;
      visited.add(file);
      expect(serverOnly.test(file), [...trail, file].join(' → ')).toBe(false);
      for (const { path, isType } of parseImports(file)) {
        // i18n/react.tsx loads the server's texts behind `import.meta.env.SSR`, which the browser's build removes.
        if (!isType && !(file === 'lib/i18n/react.tsx' && path === 'lib/i18n/server.ts')) walk(path, [...trail, file]);
      }
    };
    for (const file of code) if (file.startsWith('islands/')) walk(file, []);
  });
});

describe('the contract in the browser', () => {
  const inBrowser = code.filter((file) => /^(islands|browser)\/|^lib\/[\w-]+\.ts$/.test(file));

  // The build would fail with the same error, in the bundler's words.
  test('islands import its calls and constants; a schema comes by `await import()`', async () => {
    const wrong: string[] = [];
    for (const file of inBrowser) {
      for (const [, names = '', path = ''] of read(file).matchAll(/^import \{([^}]*)\} from '(\.[^']*\/contract\/[^']+)'/gm)) {
        const exported = await browserExports(join(process.cwd(), 'src', dirname(file), path));
        for (const name of names.split(',').map((one) => one.trim())) {
          const own = name.replace(/ as .*/, '');
          if (own && exported && !own.startsWith('type ') && !(own in exported)) wrong.push(`${file}: ${own}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('no island reads the schema of an imported call, because it isn’t there', () => {
    const groups = Object.keys(contract).join('|');
    const schema = new RegExp(`(?<![\\w.)])(${groups})\\.\\w+\\.(input|output|example)\\b`, 'g');
    expect(
      inBrowser.flatMap((file) =>
        (
          read(file)
            .replace(/typeof [\w.]+/g, '')
            .match(schema) ?? []
        ).map((match) => `${file}: ${match}`),
      ),
    ).toEqual([]);
  });

  test('a call has there what `browser/api` reads, without its schemas and facts that are false', async () => {
    const { dns } = (await browserExports(join(process.cwd(), 'src/lib/contract/cdn/dns.ts'))) as { dns: Record<string, unknown> };
    expect(dns.create).toEqual({
      id: ['dns', 'create'],
      method: 'POST',
      body: 'json',
      path: '/domain/dns/create',
      access: 'session',
      area: 'dns',
      success: 'dns:created',
      touches: ['domain', 'zone'],
    });
    expect(dns.list).toMatchObject({ safe: true, idempotent: true });
    expect(dns.list).not.toHaveProperty('success');
    const exported = await browserExports(join(process.cwd(), 'src/lib/contract/cdn/domain.ts'));
    expect(exported).toHaveProperty('domainStatuses');
    expect(exported).not.toHaveProperty('AddDomainForm');
    expect(await browserExports(join(process.cwd(), 'src/lib/contract/issue.ts'))).toBeNull();
  });
});

describe('texts', () => {
  const plural = /_(zero|one|two|few|many|other)$/;
  const leaves = (tree: TextTree, prefix = ''): [string, string][] =>
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value] as [string, string]] : leaves(value, `${prefix}${name}.`),
    );
  const all = (locale: (typeof locales)[number]) =>
    Object.entries(bundles[locale]).flatMap(([namespace, tree]) => leaves(tree, `${namespace}:`));
  const english = new Map(all('en'));

  const textFiles = (locale: string) => files.flatMap((file) => file.match(`^content/i18n/${locale}/(.+)\\.json$`)?.[1] ?? []).sort();

  test('every namespace of a line is registered in its index', async () => {
    for (const line of productLines.concat('core').filter((one) => existsSync(`src/content/i18n/en/${one}`))) {
      const registered = Object.keys(await import(`../src/content/i18n/en/${line}/index.ts`));
      expect(textFiles('en').filter((name) => name.startsWith(`${line}/`))).toEqual(registered.map((name) => `${line}/${name}`).sort());
    }
  });

  test.each(locales)('%s has every namespace, in the folder of its product line', (locale) => {
    expect(textFiles(locale)).toEqual(textFiles('en'));
    expect(Object.keys(bundles[locale])).toHaveLength(textFiles('en').length);
  });

  test.each(locales)('%s has every text, each with the same placeholders', (locale) => {
    const own = new Map(all(locale));
    const bases = new Set([...own.keys()].map((name) => name.replace(plural, '')));
    const missing = [...english.keys()].filter((name) => (plural.test(name) ? !bases.has(name.replace(plural, '')) : !own.has(name)));
    expect(missing).toEqual([]);
    const strange = [...own.keys()].filter((name) =>
      plural.test(name) ? !english.has(`${name.replace(plural, '')}_other`) : !english.has(name),
    );
    expect(strange).toEqual([]);
    const values = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort();
    for (const [name, text] of own) {
      if (plural.test(name)) continue;
      expect([name, new Set(values(text))]).toEqual([name, new Set(values(english.get(name) ?? ''))]);
    }
  });

  test.each(['ar', 'es', 'fa'] as const)('%s has every plural form of its language', (locale) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const own = new Set(all(locale).map(([name]) => name));
    const bases = new Set([...english.keys()].filter((name) => plural.test(name)).map((name) => name.replace(plural, '')));
    for (const base of bases) expect(forms.filter((form) => !own.has(`${base}_${form}`)).map((form) => `${base}_${form}`)).toEqual([]);
  });

  test.each(['fa', 'ar'] as const)('%s uses the letters of its language', (locale) => {
    const foreign = locale === 'fa' ? /[يكة]/ : /[یک]/;
    expect(all(locale).filter(([, text]) => foreign.test(text))).toEqual([]);
  });

  test.each(['fa', 'ar', 'es'] as const)('no sentence of %s is still English', (locale) => {
    const same = all(locale).filter(
      ([name, text]) => english.get(name) === text && / \w+ \w+/.test(text.replace(/\{\{.*?\}\}|[A-Z]{2,}|[\w.]+\.\w+/g, '')),
    );
    expect(same).toEqual([]);
  });
});

describe('the panel', () => {
  test('each route has its page, its guide and a screen, and is registered in the file of its line', () => {
    const visited = new Set(screens.map(({ path }) => matchRoute(path.replace(/[?#].*/, ''))).flatMap((match) => match?.name ?? []));
    const offenders = Object.entries(routes).flatMap(([name, { path, docs, line }]) => [
      ...(existsSync(`src/pages${path}.astro`) || existsSync(`src/pages${path}/index.astro`) ? [] : [`${name} has no page`]),
      ...(existsSync(`src/content/docs/en/${docs}.mdx`) ? [] : [`${name} has no guide`]),
      ...(visited.has(name as RouteName) ? [] : [`${name} has no screen in tests/screens`]),
      ...(new RegExp(`^ {2}${name}: \\{`, 'm').test(read(`lib/routes/${line}.ts`)) ? [] : [`${name} is in the file of another line`]),
    ]);
    expect(offenders).toEqual([]);
  });

  test('every address prefix has a page for unknown paths below it', () => {
    for (const root of new Set(Object.values(routes).map(({ path }) => path.split('/')[1])))
      expect(existsSync(`src/pages/${root}/[...missing].astro`), `/${root}`).toBe(true);
  });

  test('the groups that a call invalidates exist', () => {
    const groups = new Set(Object.keys(contract));
    for (const { id, touches } of allCalls())
      for (const group of touches) expect(groups.has(group), `${id.join('.')} touches ${group}`).toBe(true);
  });

  test('no call uses the path of a page', () => {
    for (const { path } of allCalls()) expect(path).not.toMatch(/^\/(dashboard|public)(\/|$)/);
  });
});

describe('style', () => {
  const markup = files.filter((file) => /\.(tsx|astro|css)$/.test(file) && !/\.test\.tsx$/.test(file));

  /** Text outside of comments, per file, that matches. */
  const found = (list: readonly string[], ...patterns: RegExp[]) =>
    list.flatMap((file) => {
      const text = read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\{\/\*[\s\S]*?\*\/\}/gm, '');
      return patterns.flatMap((pattern) => (text.match(pattern) ?? []).map((match) => `${file}: ${match}`));
    });

  test('no style uses physical left or right', () => {
    const classes =
      /(?<![\w-])-?(?:[a-z-]+:)*(?:pl|pr|ml|mr|left|right|border-l|border-r|rounded-[lr]|rounded-[tb][lr]|text-left|text-right|float-left|float-right)-(?:\d|\[|\(|auto|px|full)/g;
    const properties =
      /(?<![\w-])(?:margin|padding|border)-(?:left|right)(?:-\w+)?\s*:|(?<![\w-])(?:left|right)\s*:\s*[-\d.]+(?:px|rem|%)|text-align\s*:\s*(?:left|right)|text-(?:left|right)(?![\w-])/g;
    expect(found(markup, classes, properties)).toEqual([]);
  });

  // Browsers would recompute it, and everything that inherits from it, whenever any element is added or removed.
  test('no style uses :has() on the root, the body or the shell', () => {
    const sheets = files.filter((file) => file.endsWith('.css'));
    expect(found(sheets, /(?<![\w-])(?:html|:root|body|\.shell)\S*:has\([^)]*\)/g)).toEqual([]);
  });

  test('no file has the markers of a merge conflict', () => {
    const { stdout, status } = spawnSync('git', ['grep', '-lE', '^(<{7}|>{7}) '], { encoding: 'utf8' });
    // 1: it looked and found nothing.
    expect([stdout, status]).toEqual(['', 1]);
  });

  test('addresses and networks are read by ipText.ts, ip.ts and network.ts of lib/rules/core alone', () => {
    /** Files that recognize an address in another way, with the reason. */
    const others: Record<string, string> = {
      'dns/notify.ts': 'the family of a socket, by an address that is already valid',
      'dns/server.ts': 'the family of a socket, by HOST',
      'provider/drivers/resolver/wire.ts': 'the family of a socket, by an address that is already valid',
      'edge/request/hosts.ts': 'the shape of a Host header; the URL parser reads the address',
      'provider/drivers/objects/fs/spaces.ts': 'the rule of S3 for names of buckets',
      'provider/drivers/dns/powerdns/rrsets.ts': 'the dotted end of a valid IPv6 address, as PowerDNS writes it',
      'lib/rules/core/prose.ts': 'numbered steps of a text',
      'compute/openstack/api/errors.ts': 'seconds of Retry-After',
      'compute/openstack/api/session.ts': 'versions in the paths of services',
      'lib/rules/cdn/edge/waf/remote/detectors.ts': 'addresses in notations that hide them',
      'lib/rules/cdn/edge/waf/remote/hosts.ts': 'addresses in notations that hide them',
    };
    const readers =
      /\bisIP(?:v[46])?\b|\bBlockList\b|\bipaddr\b|\bz\.(?:ipv[46]|cidrv[46])\b|\\d(?:\{1,3\}|\+)\)?\(?(?:\?:)?\\\.|\[(?:0-9|\\d)?a-f(?:0-9|\\d)?A?-?F?:/g;
    const offenders = found(
      code.filter((file) => !/^lib\/rules\/core\/(ipText|ip|network)\.ts$/.test(file)),
      readers,
    ).map((offender) => offender.split(': ')[0] ?? '');
    expect(offenders.filter((file) => !(file in others))).toEqual([]);
    // Each exception is still one.
    expect(Object.keys(others).filter((file) => !offenders.includes(file))).toEqual([]);
  });

  test('no user-facing text is hard-coded in islands', () => {
    const found = code
      .filter((file) => /^islands\/.*\.tsx$/.test(file) && !/Gallery|gallery/.test(file))
      .flatMap((file) => [...read(file).matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+[^<>{}]*)</g)].map((match) => `${file}: ${match[1]}`));
    expect(found).toEqual([]);
  });
});
