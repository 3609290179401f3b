import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syncFocus } from './focus.ts';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `<main tabindex="-1">
    <ul><li><button>Edit A</button><button>Delete A</button></li><li><button>Edit B</button><button>Delete B</button></li></ul>
    <section><button>Only</button></section><p></p></main><div class="layer"><button>Confirm</button></div>`;
  stop = syncFocus();
});
afterEach(() => stop());

const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const focused = () => document.activeElement?.textContent;

test('when the focused element is removed, the focus moves to what follows it, else to what is before it', async () => {
  button('Delete A').focus();
  button('Delete A').closest('li')?.remove();
  await vi.waitFor(() => expect(focused()).toBe('Edit B'));
  button('Delete B').focus();
  button('Delete B').remove();
  await vi.waitFor(() => expect(focused()).toBe('Edit B'));
});

test('also when it was removed behind a dialog that had the focus meanwhile', async () => {
  button('Only').focus();
  button('Confirm').focus();
  button('Only').remove();
  document.querySelector('.layer')?.remove();
  await vi.waitFor(() => expect(focused()).toBe('Delete B'));
});

test('without any control left it moves to the page; an existing focus and a press elsewhere are left alone', async () => {
  const wait = () => new Promise((done) => setTimeout(done, 450));
  button('Only').focus();
  document.dispatchEvent(new Event('pointerdown'));
  button('Only').remove();
  await wait();
  expect(document.activeElement).toBe(document.body);
  button('Edit A').focus();
  button('Edit B').focus();
  button('Edit A').remove();
  await wait();
  expect(focused()).toBe('Edit B');
  document.querySelector('ul')?.remove();
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('main')));
});
