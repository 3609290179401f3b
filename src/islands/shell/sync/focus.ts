const PAGE = 'main';
/** Without text fields, which would open the keyboard of a phone. */
const STOP = ':is(a[href], button, input:is([type="checkbox"], [type="radio"]), [tabindex]):not([tabindex="-1"], :disabled)';
/** After what knows a better place: rows of a table, a dialog that closes with an animation (ui/focusWhenLost.ts). */
const WAIT_MS = 400;

/** The last focused element of the page, and from its parent to the page where each branch was. */
interface Place {
  element: Element;
  branches: { parent: Element; index: number }[];
}

/**
 * When the focused element is removed, the focus moves to the control that follows it, else to the one before it, in the nearest group
 * that is left: at the body it would be lost for a screen reader. Dialogs, menus and messages return it themselves, to what
 * had it on the page; if that is gone too, this applies.
 */
export function syncFocus(): () => void {
  let last: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest(PAGE) || target.matches(PAGE)) return;
    last = { element: target, branches: ancestorBranches(target) };
  };
  const look = () => {
    if (!last || last.element.isConnected) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { activeElement, body } = document;
      if (!last || last.element.isConnected || (activeElement !== null && activeElement !== body)) return;
      nextTo(last)?.focus({ preventScroll: true });
    }, WAIT_MS);
  };
  const forget = () => {
    last = null;
  };
  const removals = new MutationObserver(look);
  removals.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  // A page that is opened has a place of its own for the focus. The body is another one then.
  const arrive = () => {
    forget();
    removals.disconnect();
    removals.observe(document.body, { childList: true, subtree: true });
  };
  document.addEventListener('astro:after-swap', arrive);
  // A press elsewhere takes the focus away on purpose; one in a dialog may be what removes the element.
  const press = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest('.layer'))) forget();
  };
  document.addEventListener('pointerdown', press, true);
  return () => {
    clearTimeout(timer);
    removals.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('astro:after-swap', arrive);
    document.removeEventListener('pointerdown', press, true);
  };
}

function ancestorBranches(element: Element): Place['branches'] {
  const branches: Place['branches'] = [];
  for (let child = element; child.parentElement && !child.matches(PAGE); child = child.parentElement)
    branches.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return branches;
}

function nextTo({ branches }: Place): HTMLElement | null {
  for (const { parent, index } of branches) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const stops = (some: Element[]) =>
      some
        .flatMap((child) => [child, ...child.querySelectorAll(STOP)])
        .filter((one): one is HTMLElement => one instanceof HTMLElement && one.matches(STOP) && (one.checkVisibility?.() ?? true));
    const next = stops(children.slice(index))[0] ?? stops(children.slice(0, index)).at(-1);
    if (next) return next;
  }
  return document.querySelector<HTMLElement>(PAGE);
}
