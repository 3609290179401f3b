import { isActing } from '../../browser/access.ts';
import type { BeforePreparation } from '../../browser/navigate.ts';
import { currentLocale, instanceFor } from '../../lib/i18n/react.tsx';
import { ACTING_HEADER, CACHED_TEXTS_HEADER, cachedTextsHeader } from '../../lib/persistedShell.ts';

/** What each page replaces, and the router's announcement for screen readers. Everything else belongs to islands, which remove it. */
const OF_PAGE = ':scope > :is(main, script, a, .astro-route-announcer)';

/** Like the router's own loader (astro/dist/transitions/router.js), which sends no headers; submitted forms are left to that one. */
export async function load(event: BeforePreparation, usual: () => Promise<void>): Promise<void> {
  if (event.formData) return usual();
  const found = await page(event);
  // The router then makes a normal navigation.
  if (!found?.querySelector('[name="astro-view-transitions-enabled"]')) return event.preventDefault();
  event.newDocument = found;
  document.head.append(...newLinks(found, 'modulepreload'));
  await Promise.all(newStyles(found));
}

/** Namespaces whose texts the browser has. */
const knownTexts = () => Object.keys(instanceFor(currentLocale()).getDataByLanguage(currentLocale()) ?? {});

async function page(event: BeforePreparation): Promise<Document | null> {
  const { to, signal } = event;
  try {
    const headers = {
      [CACHED_TEXTS_HEADER]: cachedTextsHeader(currentLocale(), knownTexts()),
      ...(isActing() && { [ACTING_HEADER]: '1' }),
    };
    const response = await fetch(to.href, { signal, headers });
    if (!response.headers.get('content-type')?.startsWith('text/html')) return null;
    const html = await response.text();
    if (response.redirected) {
      const there = new URL(response.url);
      if (there.origin !== to.origin) return null;
      there.hash = to.hash;
      event.to = there;
    }
    return new DOMParser().parseFromString(html, 'text/html');
  } catch {
    return null;
  }
}

/** The elements of a page's head, by what distinguishes them. */
function headParts(page: Document, selector: string): Map<string, HTMLLinkElement | HTMLStyleElement> {
  const found = page.head.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(selector);
  return new Map([...found].map((part) => [part instanceof HTMLStyleElement ? part.textContent : part.href, part]));
}
const STYLES = 'link[rel=stylesheet], style';

function newLinks(match: Document, rel: string): HTMLLinkElement[] {
  const here = headParts(document, `link[rel=${rel}]`);
  return [...headParts(match, `link[rel=${rel}]`)].flatMap(([key, part]) => (here.has(key) ? [] : [part as HTMLLinkElement])); // as selected
}

/** Waits for the page's styles, so that it isn't shown without them. */
function newStyles(match: Document): Promise<unknown>[] {
  return newLinks(match, 'stylesheet').map(({ href }) => {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href });
    const done = new Promise((settle) => {
      link.onload = settle;
      link.onerror = settle;
    });
    document.head.append(link);
    return done;
  });
}

document.addEventListener('astro:before-swap', (event) => {
  const change = event as Event & { newDocument: Document; swap: () => void }; // what the router sends
  const { newDocument } = change;
  // A page without placeholders for the shell is complete: the router inserts it.
  if (newDocument.querySelector('.shell > [hidden][data-astro-transition-persist]')) change.swap = () => swapAround(newDocument);
});

/**
 * Replaces the last page. The shell stays in the document: removing and reinserting it, as the router does, costs more than the
 * new page. Language, direction and theme are those of the shell.
 */
function swapAround(match: Document): void {
  markRun(match);
  document.title = match.title;
  const wanted = headParts(match, STYLES);
  // Style elements stay: libraries add theirs next to those of the pages.
  for (const [key, style] of headParts(document, STYLES)) if (!wanted.delete(key) && style instanceof HTMLLinkElement) style.remove();
  document.head.append(...wanted.values());

  swapChildren(document.body, match.body);
  const [shell, foundShell] = [document.querySelector('.shell'), match.querySelector('.shell')];
  if (shell && foundShell) swapChildren(shell, foundShell);
}

/** Replaces the page's elements among the children of an element; the shell's parts stay. */
function swapChildren(parent: Element, match: Element): void {
  for (const old of parent.querySelectorAll(OF_PAGE)) old.remove();
  let next: Element | null = null;
  for (const part of [...match.children].reverse()) {
    const name = part.getAttribute('data-astro-transition-persist');
    const isShell = part.classList.contains('shell');
    const stays: Element | null = isShell
      ? parent.querySelector(':scope > .shell')
      : name === null
        ? null
        : parent.querySelector(`:scope > [data-astro-transition-persist="${name}"]`);
    next = stays ?? parent.insertBefore(part, next);
  }
}

const run = new Set<string>();
const scriptText = (script: HTMLScriptElement) => script.src || script.text;

/** Reports to the router which scripts of the page have run; it runs the others. */
function markRun(match: Document): void {
  for (const script of document.scripts) run.add(scriptText(script));
  for (const script of match.scripts) if (run.has(scriptText(script))) script.dataset.astroExec = '';
}
