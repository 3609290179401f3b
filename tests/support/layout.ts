// What jsdom lacks, because it has no layout. Headless UI asks how wide a button is, what moves, and what an item says when a letter is typed.
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

// jsdom's own frames end for good if one waits while a test replaces the timers.
const { setTimeout: later, clearTimeout: cancel } = globalThis;
globalThis.requestAnimationFrame = (draw) => Number(later(() => draw(performance.now()), 16));
globalThis.cancelAnimationFrame = (frame) => cancel(frame);
