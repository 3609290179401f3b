/**
 * How the browser's scripts are split. By default every shared module becomes a script of its own: 79 requests for a list page, and small
 * files compress badly. A single script would make sign-in wait for the panel. tests/support/budget.ts limits what pages load.
 */
const LIB = /src[\\/](config[\\/]|lib[\\/](?!contract|rules)|browser[\\/](?!api[\\/](?!client|errors|refresh|hints|upload)|find|forms))/;
const PANEL =
  /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]|src[\\/](browser[\\/]api[\\/]|lib[\\/]rules[\\/](core[\\/](facts|plans|punycode|fault|ip|network|windows)|cdn[\\/]domain[\\/](lifecycle|name)|cloud[\\/]server[\\/]states))|\?calls$|src[\\/]islands[\\/]core[\\/]shared[\\/]StopBanner|src[\\/]islands[\\/]shell[\\/](?!Shell)/;
/** Charts are loaded by the components that show them, overlays on the first pointer movement or key. */
const PARTS = /node_modules[\\/]lucide-react[\\/]|src[\\/]islands[\\/]ui[\\/](?!gallery|Gallery|Chart|chart|overlay[\\/])/;

/** Recent changes in words, shown by the dashboard and the overview of a domain. */
const NEWS =
  /src[\\/](browser[\\/]api[\\/]changes|lib[\\/](changes|rules[\\/]core[\\/]log[\\/]title))\.ts$|src[\\/]islands[\\/]ui[\\/](ChangeList|StatStrip)\./;
/** Components for settings and ordered rules, and the rules of the edge that these screens need; other lines do without. */
const SETTINGS =
  /src[\\/]islands[\\/]ui[\\/](order[\\/]Ordered|DurationField|ConflictBanner)|src[\\/]lib[\\/]rules[\\/]cdn[\\/]edge[\\/](duration|types|protection|config|priority|source|pattern|pathFault|firewall|ruleLists)\.ts$/;
const STORES = /src[\\/]browser[\\/]stores[\\/]/;
/** A screen that only guards unsaved input must not load the form library for it. */
const GUARD = /src[\\/]browser[\\/]forms[\\/]useUnsavedGuard\./;

/** Typed keys of texts: rules that islands use must not bring zod's script with them. */
const KEY = /src[\\/]lib[\\/]i18n[\\/]key\.ts$/;

/** Lists only; wizards, forms and charts do not need it. */
const TABLE = /src[\\/]islands[\\/]ui[\\/](table[\\/]|DataTable|VirtualRows|BulkBar|FilterBar)/;
/** The lists of rules, and the tools above lists that aren't tables. Forms and tables do without. */
const RULES = /src[\\/]islands[\\/](ui[\\/]ListTools|cdn[\\/]shared[\\/]rules[\\/](RuleList(Screen)?\.|RuleTools|ruleMenu|useRuleActions))/;
/** What all screens of a domain use: its page, tabs, state, plan gate and rule lists. */
const SHARED = /src[\\/]islands[\\/]cdn[\\/](?:shared|domain)[\\/]|src[\\/]lib[\\/]rules[\\/]cdn[\\/]domain[\\/]/;
/** The mailbox of a zone's SOA record is used by one page. */
const MAILBOX = /src[\\/]lib[\\/]rules[\\/]cdn[\\/]zone[\\/]mailbox\./;

/** What several features of the cloud line share: states, actions and words of a server, charts, keys, and the rules behind them. */
const CLOUD_SHARED =
  /src[\\/](islands[\\/]cloud[\\/]shared|lib[\\/]rules[\\/]cloud)[\\/](?!ResourceList|useRates|order|price|rates|sizes|server[\\/]address)/;
/** The frame of the line's lists needs the table, which the order and the screens of a server do without. */
const CLOUD_LIST = /src[\\/]islands[\\/]cloud[\\/]shared[\\/]ResourceList\./;

/** A feature has the same path in every layer, `<line>/<feature>`: a folder of islands and of rules, a file of the contract. */
const FEATURE =
  /src[\\/](?:islands|lib[\\/](?:rules|contract))[\\/](?!ui|shell|cdn[\\/](?:shared|domain)[\\/])(\w+)[\\/](\w+)(?:[\\/]|\.ts\?calls$)/;
/**
 * @returns the name of the script of a module's feature, as `cdn-dns`; null for a module that belongs to none. What sign-in shares with the
 * pages of the account is in the script of sign-in, which has no shell.
 */
function featureName(id) {
  if (signIn.has(id) && /islands[\\/]account[\\/]shared[\\/]/.test(id)) return 'account-auth';
  if (ownCalls.has(id)) return ownCalls.get(id);
  const [, line, feature] = FEATURE.exec(id) ?? [];
  return feature ? `${line}-${feature}` : null;
}

/** Calls that a single feature uses when a page opens, with the name of their script; others may use them on demand. */
const ownCalls = new Map();
/** Used by pages with file uploads. */
const UPLOADS = /src[\\/](browser[\\/]api[\\/]useUploads|lib[\\/]rules[\\/]core[\\/]upload)\.ts/;
/**
 * Whether a module has calls that several features of a line use, and the shell doesn't: they are in the shared script of their line. Lines
 * without one have them in the script of the panel.
 */
const isSharedCall = (id, line) =>
  id.endsWith('.ts?calls') && id.replaceAll('\\', '/').includes(`src/lib/contract/${line}/`) && !ownCalls.has(id) && !early.has(id);

/** The entry of the icon library. It imports every icon: which ones a module uses is known by their names only. */
const ICONS = /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/;
/** @returns a function that maps the code of a module to the file names of the icons that it imports, as `icons/key-round.mjs` */
function iconsBy(entryCode) {
  const files = new Map();
  for (const [, names, file] of entryCode.matchAll(/export \{([^}]*)\} from ['"]\.\/(icons\/[\w-]+\.mjs)['"]/g))
    for (const [, name] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return (code) =>
    [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"]/g)].flatMap(([, names]) =>
      names.split(',').map((name) => files.get(name.trim().split(/\s+as\s+/)[0])),
    );
}

/** Modules that the shell or sign-in loads initially. */
const early = new Set();
/** The subset that sign-in needs, which has no shell. */
const signIn = new Set();
/** Modules that a page loads initially, not on demand. */
const first = new Set();

/**
 * Reads the browser's module graph when it is complete, before it is split.
 *
 * @returns {import('vite').Plugin}
 */
export function islandGraph() {
  return {
    name: 'nasim:island-graph',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const entry = [...this.getModuleIds()].find((id) => ICONS.test(id));
      const iconsOf = iconsBy((entry && this.getModuleInfo(entry)?.code) ?? '');
      const walk = (id, observed) => {
        if (observed.has(id)) return;
        observed.add(id);
        const info = this.getModuleInfo(id);
        for (const next of info?.importedIds ?? [])
          if (next !== entry) walk(next, observed);
          else for (const icon of iconsOf(info?.code ?? '')) if (icon) walk(entry.replace(/lucide-react\.mjs$/, icon), observed);
      };
      for (const id of this.getModuleIds()) {
        if (/\/islands\/(shell\/Shell\.tsx|account\/auth\/)/.test(id)) walk(id, early);
        if (/\/islands\/account\/auth\//.test(id)) walk(id, signIn);
        if (this.getModuleInfo(id)?.isEntry) walk(id, first);
      }
      for (const id of this.getModuleIds()) {
        if (!id.endsWith('?calls')) continue;
        const importers = this.getModuleInfo(id)?.importers ?? [];
        const initial = importers.filter((importer) => first.has(importer));
        const features = new Set((initial.length > 0 ? initial : importers).map(featureName));
        const [feature] = features;
        if (features.size === 1 && feature && !feature.endsWith('-shared')) ownCalls.set(id, feature);
        else if (initial.length === 0) ownCalls.set(id, featureName(id));
      }
    },
  };
}

/** A group includes what its modules import, unless a group of higher priority has it. */
export const chunkGroups = [
  // On every page that has an island.
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|nanostores|@nanostores|@astrojs[\\/]react)[\\/]/,
    priority: 60,
  },
  // Our code on every page that has an island: texts, calls, formats, and the components of the shell and sign-in.
  {
    name: 'base',
    // The stores of the shell too: a form that guards unsaved input must not include them.
    test: (id) =>
      GUARD.test(id) || KEY.test(id) || ((LIB.test(id) || PARTS.test(id)) && (signIn.has(id) || (STORES.test(id) && early.has(id)))),
    priority: 55,
    minShareCount: 2,
  },
  // Pages with a form; zod is loaded at the first validation (docs/decisions/0006).
  {
    name: 'form',
    test: /node_modules[\\/]react-hook-form[\\/]|src[\\/](browser[\\/]forms[\\/](?!useUnsavedGuard|useIntentKey)|lib[\\/]contract[\\/]issue)/,
    priority: 50,
  },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]|src[\\/]lib[\\/]contract[\\/](call|fields)\.ts$/, priority: 50 },
  // On every page of the panel.
  {
    name: 'panel',
    test: (id) =>
      !NEWS.test(id) &&
      !UPLOADS.test(id) &&
      !isSharedCall(id, 'cdn') &&
      !isSharedCall(id, 'cloud') &&
      !ownCalls.has(id) &&
      (PANEL.test(id) || LIB.test(id) || (PARTS.test(id) && early.has(id))),
    priority: 40,
    minShareCount: 2,
  },
  // The calculator of the public site uses them without any framework: they must not be in the script of a feature of the panel.
  { name: 'prices', test: /src[\\/]lib[\\/]rules[\\/]cloud[\\/](price|rates|sizes|server[\\/]address)\.ts$/, priority: 45 },
  // What the order and the dialogs of other cloud pages need of an order, which those pages do without.
  {
    name: 'cloud-order',
    test: /src[\\/](lib[\\/]rules[\\/]cloud[\\/]order|islands[\\/]cloud[\\/]shared[\\/]useRates)\./,
    priority: 30,
    minShareCount: 2,
  },
  // Components that several pages use. One that needs a library loads it lazily, as VirtualRows does.
  {
    name: 'parts',
    test: (id) => PARTS.test(id) && ![TABLE, RULES, NEWS, SETTINGS].some((some) => some.test(id)),
    priority: 20,
    minShareCount: 2,
  },
  // The search of the palette and of a ticket's suggestions: loaded when either is used.
  { name: 'find', test: /src[\\/]browser[\\/]find[\\/]/, priority: 19, minShareCount: 2 },
  // These have a lower priority than the parts, which they would otherwise include.
  { name: 'news', test: NEWS, priority: 18, minShareCount: 2 },
  // On every page of a domain. A second script for settings would take pages with the rule engine above their limit.
  {
    name: 'cdn-shared',
    test: (id) => SETTINGS.test(id) || (SHARED.test(id) && first.has(id) && !RULES.test(id)) || isSharedCall(id, 'cdn'),
    priority: 17,
    minShareCount: 2,
  },
  { name: 'table', test: TABLE, priority: 15, minShareCount: 2 },
  // Below the table, which it would otherwise include.
  { name: 'rule-list', test: RULES, priority: 14, minShareCount: 2 },
  // Checks of a whole zone: loaded after the list, in one script.
  {
    name: 'zone-rules',
    test: /src[\\/]lib[\\/]rules[\\/]cdn[\\/]dns[\\/](recordConflicts|zoneWarnings|mail[\\/]kinds)\.ts$/,
    priority: 12,
  },
  // Menus, lists, dialogs. The lowest priority: parts of Headless UI that a page renders initially are in the script that renders them.
  { name: 'overlay', test: /src[\\/]islands[\\/]ui[\\/]overlay[\\/]|node_modules[\\/](@headlessui|@floating-ui)[\\/]/, priority: 5 },
  // Below the table, which it would otherwise include, and above the features, which would otherwise include it.
  {
    name: 'cloud-shared',
    test: (id) => (CLOUD_SHARED.test(id) && first.has(id)) || isSharedCall(id, 'cloud'),
    priority: 14,
    minShareCount: 2,
  },
  { name: 'cloud-list', test: CLOUD_LIST, priority: 13, minShareCount: 2 },
  // Shared by the screens of one feature. Dialogs and forms that open on a click keep the modules that only they need.
  {
    name: featureName,
    test: (id) => featureName(id) !== null && !MAILBOX.test(id) && (first.has(id) || ownCalls.has(id)),
    priority: 10,
    minShareCount: 2,
  },
  // The engine that evaluates rules is loaded when a rule is tested. Below the features: what their screens need of it comes with them.
  {
    name: 'engine',
    test: /src[\\/]lib[\\/]rules[\\/]cdn[\\/](edge[\\/]|firewall[\\/]evaluateVisitor)|src[\\/]islands[\\/]cdn[\\/]firewall[\\/]firewallFindings/,
    priority: 9,
  },
];
