import { type Hit, openEngine, type Part } from './engine.ts';

/* The search dialog. Search.astro has its elements and texts; this adds the behavior. */
type State = 'hint' | 'loading' | 'results' | 'empty' | 'error';

const dialog = part<HTMLDialogElement>('dialog');
const input = part<HTMLInputElement>('input');
const list = part('list');
const status = part('status');
let engine: ReturnType<typeof openEngine> | undefined;
let searchNumber = 0;

function part<T extends HTMLElement = HTMLElement>(name: string): T {
  const found = document.querySelector<T>(`[data-search-${name}]`);
  if (!found) throw new Error(`The search has no ${name}`);
  return found;
}

// open.ts opened the dialog and loaded this; there may be input already.
addEventListener('nasim:search', () => void run());

function show(state: State, words = ''): void {
  dialog.dataset.state = state;
  status.textContent = words;
  input.setAttribute('aria-expanded', String(state === 'results'));
  if (state !== 'results') list.replaceChildren();
  mark(0);
}

/** Searches for the current input. Outdated results are dropped. */
async function run(): Promise<void> {
  const mine = ++searchNumber;
  const text = input.value;
  remember(text);
  if (!text.trim()) return show('hint');
  // Fast results come without a loading flash, and an outdated search doesn't update the status.
  const slow = setTimeout(() => mine === searchNumber && show('loading', dialog.dataset.loading), 250);
  try {
    engine ??= openEngine(document.documentElement.lang);
    const hits = await engine.search(text);
    if (mine !== searchNumber) return;
    if (!hits.length) return show('empty', dialog.dataset.empty);
    show('results', dialog.dataset.found?.replace('#', new Intl.NumberFormat(document.documentElement.lang).format(hits.length)));
    list.replaceChildren(...hits.flatMap((hit) => [createOption(hit, hit), ...hit.parts.map((one) => createOption(one))]));
    list.scrollTop = 0;
    mark(0);
  } catch {
    engine?.close();
    engine = undefined;
    if (mine === searchNumber) show('error', dialog.dataset.error);
  } finally {
    clearTimeout(slow);
  }
}

/** The address contains the query, so that it can be shared. */
function remember(text: string): void {
  const url = new URL(location.href);
  text && dialog.open ? url.searchParams.set('q', text) : url.searchParams.delete('q');
  history.replaceState(history.state, '', url);
}

function createOption({ url, title, excerpt }: Part, page?: Hit): HTMLElement {
  const option = document.createElement('a');
  option.href = url;
  option.setAttribute('role', 'option');
  option.tabIndex = -1;
  option.className = page ? 'search-hit' : 'search-hit search-part';
  const name = document.createElement('span');
  name.className = 'search-title';
  name.textContent = title;
  if (page?.section) {
    const where = document.createElement('span');
    where.className = 'search-where';
    where.textContent = page.section;
    name.append(where);
  }
  const words = document.createElement('span');
  words.className = 'search-excerpt';
  words.append(...marked(excerpt));
  option.append(name, words);
  return option;
}

/** Text and `<mark>` of an excerpt, nothing else. */
function marked(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node) => {
    if (node.nodeName !== 'MARK') return document.createTextNode(node.textContent ?? '');
    const mark = document.createElement('mark');
    mark.textContent = node.textContent;
    return mark;
  });
}

const options = () => [...list.children] as HTMLAnchorElement[]; // createOption makes them
const current = () => options().findIndex((option) => option.ariaSelected === 'true');

/** Selects the option that Enter opens, wrapping around at the ends. */
function mark(to: number): void {
  const all = options();
  const chosen = all[(to + all.length) % all.length];
  for (const [index, option] of all.entries()) {
    option.id = `search-${index}`;
    option.ariaSelected = String(option === chosen);
  }
  if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
  else input.removeAttribute('aria-activedescendant');
  chosen?.scrollIntoView({ block: 'nearest' });
}

input.addEventListener('input', () => void run());
input.addEventListener('keydown', (event) => {
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    mark(current() + step);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const chosen = options()[current()];
    // A click, so that modifier keys for a new tab work as on any link.
    chosen?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: event.ctrlKey, metaKey: event.metaKey }));
  }
});
list.addEventListener('pointermove', ({ target }) => {
  const over = target instanceof Element ? options().findIndex((option) => option.contains(target)) : -1;
  if (over >= 0 && over !== current()) mark(over);
});
list.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
  // A heading of the current page doesn't load a new page: close the dialog.
  if (target instanceof Element && target.closest('a') && !ctrlKey && !metaKey && !shiftKey) {
    input.value = '';
    dialog.close();
  }
});
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog || (target instanceof Element && target.closest('[data-search-close]'))) dialog.close();
});
dialog.addEventListener('close', () => remember(''));
part('retry').addEventListener('click', () => {
  input.focus();
  void run();
});
