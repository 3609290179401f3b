import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { needsServerData } from '../../src/lib/routes/paths.ts';
import type { Screen } from '../screens/screen.ts';
import { type Loaded, loadedChunks, sent, sum } from './weight.ts';

/* The size limits of a page on first load. CONTRIBUTING.md explains what to do when a screen exceeds them. */
const KB = 1024;

/** The form library is loaded (docs/decisions/0014). */
const isForm = ({ scripts }: Loaded) => scripts.some((path) => /\/form\./.test(path));
/** The records load the checks of the whole zone after the list; a step that takes a file is a form and a list in one; the wallet has a form; the dashboard loads the servers of accounts that have any; a server's volumes are shown with its spaces. */
const hasOneMore = (name: string) => /^(setup-file|dns|wallet(-empty)?|dashboard|server-volumes(-unknown)?)$/.test(name);
/** The page has a searchable field, so its first load includes the overlays (docs/decisions/0023). */
const hasCombobox = (name: string) => /^(firewall(-none)?|profile|language|ticket-new)$/.test(name);
/** The limits of a panel screen: bytes of brotli and number of its scripts (docs/decisions/0026). */
export function panelLimits(name: string, loaded: Loaded): { js: number; chunks: number } {
  const most = isForm(loaded) ? { js: 196 * KB, chunks: 15 } : { js: 188 * KB, chunks: 14 };
  const overlay = hasCombobox(name) ? { js: 46 * KB, chunks: 1 } : { js: 0, chunks: 0 };
  return { js: most.js + overlay.js, chunks: Math.max(most.chunks, hasOneMore(name) ? 16 : 0) + overlay.chunks };
}
/** Scripts of a sign-in page, in bytes of gzip. */
export const signInLimit = 140 * KB;

const isReference = (call: string) => /^\/api\/server\/(fin\/price|manage\/list|general\/(dataCenters|osList))(\?|$)/.test(call);

/** Charts load after the first view; the page as a whole has its own limit. */
const isChart = (path: string) => /\/(Canvas|ChartCard)\./.test(path);
/** The editor with CodeMirror. */
const isEditor = (path: string) => /\/Workbench\./.test(path);

/** A failure lists the largest files. */
const listed = ({ scripts }: Loaded) => `\n${scripts.map((path) => `${sent(path, 'br')} ${path}`).join('\n')}\n`;

/** Checks the budget of a screen. `html`: the first response. */
export async function expectWithinBudget(screen: Screen, loaded: Loaded, html: Buffer): Promise<void> {
  const isPanel = screen.as !== 'visitor';
  // The page about a blocked request has the frame of the sign-in pages.
  const isSignIn = /^\/(public|why)\//.test(screen.path);

  if (isPanel) {
    if (screen.editor) await expect.poll(() => loaded.scripts.some(isEditor)).toBe(true);
    const whole = sum(loaded.scripts, 'br');
    // Loads after the first view are excluded.
    const first = { ...loaded, scripts: loaded.scripts.filter((path) => !isChart(path) && !(screen.editor && isEditor(path))) };
    const js = sum(first.scripts, 'br');
    expect(whole, `bytes of brotli:${listed(loaded)}`).toBeLessThanOrEqual(330 * KB);
    expect(js, 'the watcher saw the scripts').toBeGreaterThan(50 * KB);
    const limits = panelLimits(screen.name, first);
    expect(js, `bytes of brotli:${listed(loaded)}`).toBeLessThanOrEqual(limits.js);
    expect(loadedChunks(first).length, `chunks:${listed(loaded)}`).toBeLessThanOrEqual(limits.chunks);
    // Reference data of servers loads separately, after the page (docs/product.md, Reference data).
    const calls = needsServerData(screen.path) ? loaded.calls.filter((call) => !isReference(call)) : loaded.calls;
    expect(calls.length, `calls after the page: ${loaded.calls.join(' ')}`).toBeLessThanOrEqual(3);
  } else if (isSignIn) {
    const js = sum(loaded.scripts, 'gz');
    // The page behind an email's link is a plain form.
    if (!screen.rendered) expect(js, 'the watcher saw the scripts').toBeGreaterThan(50 * KB);
    expect(js, `bytes of gzip:${listed(loaded)}`).toBeLessThanOrEqual(signInLimit);
  } else {
    // The calculator calculates in the page, by the rules of orders.
    const js = screen.name.startsWith('calculator') ? 7 : 5;
    expect(sum(loaded.scripts, 'gz'), `bytes of gzip:${listed(loaded)}`).toBeLessThanOrEqual(js * KB);
    const css = sum(loaded.styles, 'gz');
    expect(css, 'the watcher saw the styles').toBeGreaterThan(KB);
    expect(css, `styles: ${loaded.styles.join(' ')}`).toBeLessThanOrEqual(15 * KB);
    const size = gzipSync(html).length;
    expect(size, 'the first response is the page').toBeGreaterThan(KB);
    // The index of the API lists every call.
    expect(size, `HTML of ${screen.path}`).toBeLessThanOrEqual((screen.name === 'docs-api' ? 24 : 20) * KB);
  }
}
