// Loaded before every test file; only has an effect in jsdom, which has no layout.
import { afterAll } from 'vitest';
import { loadOverlay } from '../../src/islands/ui/overlay.ts';

if (typeof document !== 'undefined') {
  // Leaving a page ends its timers. Here they are Node's and would run after the file, without a document.
  const timers = new Set<NodeJS.Timeout>();
  const remembered = <T extends typeof setTimeout | typeof setInterval>(start: T): T =>
    new Proxy(start, {
      apply(target, self, args) {
        const timer: NodeJS.Timeout = Reflect.apply(target, self, args);
        timers.add(timer);
        return timer;
      },
    });
  globalThis.setTimeout = remembered(setTimeout);
  globalThis.setInterval = remembered(setInterval);
  afterAll(async () => {
    timers.forEach(clearTimeout);
    // What React has scheduled runs in the next turn, and needs the document as well.
    await new Promise((done) => setImmediate(done));
  });

  // Headless UI: how wide a button is, what moves, and what an item says when a letter is typed.
  Element.prototype.getAnimations ??= () => [];
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  if (!('innerText' in HTMLElement.prototype))
    Object.defineProperty(HTMLElement.prototype, 'innerText', {
      get(this: HTMLElement) {
        return this.textContent;
      },
    });
  // A page loads it on the first pointer movement or key.
  await loadOverlay();
}
