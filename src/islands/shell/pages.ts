import { currentLocale, instanceFor } from '../../lib/i18n/react.tsx';
import { KEPT_HEADER, keptHeader } from '../../lib/kept.ts';
import type { BeforePreparation } from '../../lib/navigate.ts';

/** What each page brings into the body, and the router's word to screen readers. All else is of islands, which take it away themselves. */
const OF_PAGE = ':scope > :is(main, script, a, .astro-route-announcer)';

/** As the router's own loader (astro/dist/transitions/router.js), which takes no headers; a form that is sent is left to it. */
export async function load(event: BeforePreparation, usual: () => Promise<void>): Promise<void> {
  if (event.formData) return usual();
  const found = await page(event);
  // The router then goes there the plain way.
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
    const response = await fetch(to.href, { signal, headers: { [KEPT_HEADER]: keptHeader(currentLocale(), knownTexts()) } });
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

/** What a page brings in its head, by what tells two of them apart. */
function partsOf(page: Document, selector: string): Map<string, HTMLLinkElement | HTMLStyleElement> {
  const found = page.head.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(selector);
  return new Map([...found].map((part) => [part instanceof HTMLStyleElement ? part.textContent : part.href, part]));
}
const STYLES = 'link[rel=stylesheet], style';

function newLinks(found: Document, rel: string): HTMLLinkElement[] {
  const here = partsOf(document, `link[rel=${rel}]`);
  return [...partsOf(found, `link[rel=${rel}]`)].flatMap(([key, part]) => (here.has(key) ? [] : [part as HTMLLinkElement])); // as selected
}

/** Waits for the styles that the page brings, so that it is not seen without them. */
function newStyles(found: Document): Promise<unknown>[] {
  return newLinks(found, 'stylesheet').map(({ href }) => {
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
  // A page without places for the shell is whole: the router puts it there.
  if (newDocument.querySelector('body > [hidden][data-astro-transition-persist]')) change.swap = () => swapAround(newDocument);
});

/**
 * Puts a page in the place of the last one. The shell is left where it is: to take it out and put it back, as the router does, costs
 * more than the new page. Language, direction and theme are those of the shell.
 */
function swapAround(found: Document): void {
  markRun(found);
  document.title = found.title;
  const wanted = partsOf(found, STYLES);
  // Style elements stay: libraries put theirs beside those of the pages.
  for (const [key, style] of partsOf(document, STYLES)) if (!wanted.delete(key) && style instanceof HTMLLinkElement) style.remove();
  document.head.append(...wanted.values());

  const { body } = document;
  for (const old of body.querySelectorAll(OF_PAGE)) old.remove();
  let next: Element | null = null;
  for (const part of [...found.body.children].reverse()) {
    const name = part.getAttribute('data-astro-transition-persist');
    const stays: Element | null = name === null ? null : body.querySelector(`:scope > [data-astro-transition-persist="${name}"]`);
    next = stays ?? body.insertBefore(part, next);
  }
}

const run = new Set<string>();
const textOf = (script: HTMLScriptElement) => script.src || script.text;

/** Says to the router which scripts of the page have run; it runs the others. */
function markRun(found: Document): void {
  for (const script of document.scripts) run.add(textOf(script));
  for (const script of found.scripts) if (run.has(textOf(script))) script.dataset.astroExec = '';
}
