/**
 * How the browser's scripts are cut. By itself every shared module becomes a script of its own, 79 requests for a list page, and small
 * files compress badly; one script for all would make sign-in wait for the panel. tests/e2e/budgets.spec.ts holds what pages may load.
 */
const LIB = /src[\\/]lib[\\/](?!api[\\/](?!client|errors|refresh|hints|upload)|contract|forms|rules)/;
const PANEL =
  /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]|src[\\/]lib[\\/](api[\\/]|rules[\\/](plans|domain[\\/](lifecycle|name)|dns[\\/](punycode|fault|address)|edge[\\/]network))|\?calls$|src[\\/]islands[\\/]shell[\\/](?!Shell)/;
/** Charts come with what opens them. */
const PARTS = /node_modules[\\/]lucide-react[\\/]|src[\\/]islands[\\/]ui[\\/](?!gallery|Gallery|Chart|chart)/;

/** What has happened, in words: the dashboard and a domain's overview say it. */
const NEWS = /src[\\/]lib[\\/]((api[\\/])?changes|rules[\\/]log[\\/]title)\.ts$|src[\\/]islands[\\/]ui[\\/](ChangeList|StatStrip)\./;
/** Settings and rules of the CDN line: lists of records do without. */
const SETTINGS = /src[\\/]islands[\\/]ui[\\/](order[\\/]Ordered|DurationField|ConflictBanner)/;
/** What every screen of the edge needs of its rules. */
const EDGE = /src[\\/]lib[\\/]rules[\\/]edge[\\/](duration|types|protection|config|priority|source|pattern|path-fault|firewall)\.ts$/;
/** Calls of one screen's feature come with it; those of the overview's quick actions are every panel page's. */
const CALLS =
  /src[\\/]lib[\\/]contract[\\/](waf|firewall|path|ssl|rateLimit|customPage|plan|https|optimization|trace|logForward|cnameSetup|dedicatedIp)\.ts\?calls$/;

const STORES = /src[\\/]lib[\\/]stores[\\/]/;
/** A screen that only guards what was typed must not load the forms for it. */
const GUARD = /src[\\/]lib[\\/]forms[\\/]useUnsavedGuard\./;

/** Lists only: a wizard or a chart does without. */
const TABLE = /src[\\/]islands[\\/]ui[\\/](table[\\/]|DataTable|VirtualRows|BulkBar|FilterBar)/;
/** Islands and rules of one feature have its name (CONTRIBUTING.md). The mailbox of a zone is one page's. */
const FEATURE = /src[\\/](?:islands|lib[\\/]rules)[\\/](?!ui|shell|zone[\\/]mailbox)(\w+)[\\/]/;

/** Modules that the shell or sign-in needs at once. */
const early = new Set();
/** Those of them that sign-in needs: it has no shell. */
const signIn = new Set();
/** Modules that a page needs at once, rather than when something is opened in it. */
const first = new Set();

/**
 * Looks at the browser's graph when it is complete, before it is cut.
 *
 * @returns {import('vite').Plugin}
 */
export function islandGraph() {
  return {
    name: 'nasim:island-graph',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const walk = (id, seen) => {
        if (seen.has(id)) return;
        seen.add(id);
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) walk(next, seen);
      };
      for (const id of this.getModuleIds()) {
        if (/\/islands\/(shell\/Shell\.tsx|auth\/)/.test(id)) walk(id, early);
        if (/\/islands\/auth\//.test(id)) walk(id, signIn);
        if (this.getModuleInfo(id)?.isEntry) walk(id, first);
      }
    },
  };
}

/** A group takes what its modules import along, unless a group of higher priority has it. */
export const chunkGroups = [
  // On every page that has an island.
  {
    name: 'vendor',
    test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|nanostores|@nanostores|@astrojs[\\/]react)[\\/]/,
    priority: 60,
  },
  // Ours on every page that has an island: texts, calls, formats, and what the shell and sign-in draw with.
  {
    name: 'base',
    // The stores of the shell too: a form that guards what was typed must not take them along.
    test: (id) => GUARD.test(id) || ((LIB.test(id) || PARTS.test(id)) && (signIn.has(id) || (STORES.test(id) && early.has(id)))),
    priority: 55,
    minShareCount: 2,
  },
  // Where there is a form; zod follows when it first checks (docs/decisions/0006).
  {
    name: 'form',
    test: /node_modules[\\/]react-hook-form[\\/]|src[\\/]lib[\\/](forms[\\/](?!useUnsavedGuard|useIntentKey)|contract[\\/]issue)/,
    priority: 50,
  },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]|src[\\/]lib[\\/]contract[\\/](call|fields)\.ts$/, priority: 50 },
  // On every page of the panel.
  {
    name: 'panel',
    test: (id) => !NEWS.test(id) && !CALLS.test(id) && (PANEL.test(id) || LIB.test(id) || (PARTS.test(id) && early.has(id))),
    priority: 40,
    minShareCount: 2,
  },
  // Of the rest of the kit, what several pages use. A part that brings a library along loads it lazily, as VirtualRows does.
  {
    name: 'parts',
    test: (id) => PARTS.test(id) && ![TABLE, NEWS, SETTINGS].some((some) => some.test(id)),
    priority: 20,
    minShareCount: 2,
  },
  // After the parts, or they would take along what of those they are made of.
  { name: 'news', test: NEWS, priority: 18, minShareCount: 2 },
  { name: 'settings', test: (id) => SETTINGS.test(id) || EDGE.test(id), priority: 17, minShareCount: 2 },
  // The engine of rules comes when something is tried out.
  {
    name: 'engine',
    test: /src[\\/]lib[\\/]rules[\\/](edge[\\/]|firewall[\\/]judge)|src[\\/]islands[\\/]firewall[\\/]findings/,
    priority: 13,
  },
  { name: 'table', test: TABLE, priority: 15, minShareCount: 2 },
  // What looks at a whole zone at once: it comes after the list, and as one.
  { name: 'zone-rules', test: /src[\\/]lib[\\/]rules[\\/]dns[\\/](among|zone-warnings|mail[\\/]kinds)\.ts$/, priority: 12 },
  // What the screens of one feature share. Dialogs and forms that come with a click keep what only they need.
  {
    name: (id) => (FEATURE.exec(id) ?? CALLS.exec(id))?.[1] ?? null,
    test: (id) => (FEATURE.test(id) || CALLS.test(id)) && first.has(id),
    priority: 10,
    minShareCount: 2,
  },
];
