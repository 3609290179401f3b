import { afterEach, expect, test, vi } from 'vitest';
import script from '../../layouts/parts/early.js?raw';

afterEach(() => document.body.replaceChildren());

/** The header before its script has started, with the inline script. */
function header() {
  document.body.innerHTML =
    '<astro-island ssr><button class="jump-pill" aria-keyshortcuts="Meta+K Control+K">Search</button></astro-island>';
  const [island, button] = [document.querySelector('astro-island'), document.querySelector('button')];
  if (!island || !button) throw new Error('no header');
  const opened = vi.fn();
  button.addEventListener('click', () => !island.hasAttribute('ssr') && opened());
  const start = () => {
    island.removeAttribute('ssr');
    island.dispatchEvent(new Event('astro:hydrate'));
  };
  return { opened, start };
}

const press = (init: KeyboardEventInit) => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
};

// Once: its listeners stay.
new Function(script)();

test.each([{ ctrlKey: true }, { metaKey: true }])(
  'the palette opens once the header has started, if its keys were pressed before: %o',
  (keys) => {
    const { opened, start } = header();
    expect(press({ code: 'KeyK', key: 'ن', ...keys })).toBe(true);
    expect(opened).not.toHaveBeenCalled();
    start();
    expect(opened).toHaveBeenCalledOnce();
    // From then on, the header has them.
    expect(press({ code: 'KeyK', key: 'k', ...keys })).toBe(false);
  },
);

test('other keys do nothing', () => {
  const { opened, start } = header();
  expect(press({ code: 'KeyK', key: 'k' })).toBe(false);
  expect(press({ code: 'KeyK', key: 'K', ctrlKey: true, shiftKey: true })).toBe(false);
  expect(press({ code: 'KeyJ', key: 'j', ctrlKey: true })).toBe(false);
  start();
  expect(opened).not.toHaveBeenCalled();
});
