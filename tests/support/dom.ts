// Loaded before every test file; only has an effect in jsdom, which has no layout.
import { loadOverlay } from '../../src/islands/ui/overlay.ts';

if (typeof document !== 'undefined') {
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
