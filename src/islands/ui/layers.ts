// The stack of everything that lies over the page: dialogs, sheets, menus. Only the topmost one hears Escape.
interface Layer {
  root: HTMLElement;
  modal: boolean;
  escape: () => void;
}
let stack: readonly Layer[] = [];
const listeners = new Set<() => void>();
const said = () => {
  for (const listener of listeners) listener();
};
export const subscribeLayers = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const modalsAbove = (root: HTMLElement | null): number => {
  const at = stack.findIndex((layer) => layer.root === root);
  return at < 0 ? 0 : stack.slice(at + 1).filter((layer) => layer.modal).length;
};
export const modalDepth = () => stack.filter((layer) => layer.modal).length;
export const isTopmost = (root: HTMLElement | null) => stack.at(-1)?.root === root;

function onKey(event: KeyboardEvent) {
  const top = stack.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !top) return;
  event.preventDefault();
  event.stopPropagation();
  top.escape();
}

const silenced = new Set<HTMLElement>();
/** Takes everything but the topmost modal (and what asks to be kept, as toasts do) out of the reach of keyboard and screen reader. */
function refresh() {
  for (const element of silenced) element.removeAttribute('inert');
  silenced.clear();
  const modal = stack.findLast((layer) => layer.modal);
  const root = document.documentElement;
  const locked = root.hasAttribute('data-locked');
  // The width of the scrollbar that goes away, so that the page does not jump.
  if (modal && !locked) document.body.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
  root.toggleAttribute('data-locked', modal !== undefined);
  if (modal) {
    const kept = [...document.querySelectorAll('[data-layer-keep]'), ...stack.slice(stack.indexOf(modal)).map((layer) => layer.root)];
    silence(document.body, kept);
  }
  said();
}
function silence(parent: Element, kept: Element[]) {
  for (const child of parent.children) {
    if (!(child instanceof HTMLElement) || child.tagName === 'SCRIPT' || kept.includes(child)) continue;
    if (kept.some((one) => child.contains(one))) silence(child, kept);
    else if (!child.hasAttribute('inert')) {
      child.setAttribute('inert', '');
      silenced.add(child);
    }
  }
}

/** Puts a layer on top; returns how to take it away. A modal one locks the scrolling of the page. */
export function pushLayer(layer: Layer): () => void {
  if (stack.length === 0) document.addEventListener('keydown', onKey, true);
  stack = [...stack, layer];
  refresh();
  return () => {
    stack = stack.filter((one) => one !== layer);
    if (stack.length === 0) document.removeEventListener('keydown', onKey, true);
    refresh();
  };
}
