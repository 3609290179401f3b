import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeBackend } from '../scripts/lib/backend.ts';

afterEach(() => {
  globalThis.nasim = undefined;
});

/** A back end of a few files: `src/boot.ts` answers each call with what `src/provider/handler.ts` exports. */
async function started() {
  const root = mkdtempSync(join(tmpdir(), 'backend-'));
  const write = (file: string, code: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), code);
  };
  write('src/provider/handler.ts', `export const text: string = 'first'; export const late = Promise.resolve();`);
  write('src/provider/index.ts', `export { late, text } from './handler.ts';`);
  write(
    'src/boot.ts',
    `import { late, text } from './provider/index.ts';
     const make = async () => {
       let isOpen = true;
       return {
         adapter: { answer: async () => { await late; return new Response(isOpen ? text : 'closed'); } },
         start() {}, drain() {}, async stop() { isOpen = false; },
       };
     };
     export function boot() { globalThis.nasim ??= make(); return globalThis.nasim; }`,
  );
  const backend = await makeBackend(root);
  onTestFinished(async () => {
    await backend.stop();
    rmSync(root, { recursive: true });
  });
  const watcher = new EventEmitter();
  backend.watch(watcher);
  await backend.start();
  return {
    /** Saves a file, as the watcher of Astro's server reports it. */
    save(file: string, code: string) {
      write(file, code);
      watcher.emit('all', 'change', join(root, file));
    },
    request: async () => (await (await globalThis.nasim!).adapter.answer({} as never)).text(),
  };
}

test('a changed handler answers without a restart', async () => {
  const { save, request } = await started();
  expect(await request()).toBe('first');
  save('src/provider/handler.ts', `export const text = 'second'; export const late = Promise.resolve();`);
  await vi.waitFor(async () => expect(await request()).toBe('second'));
});

test('code that can’t be evaluated is reported, and the back end before it goes on until it is corrected', async () => {
  const { save, request } = await started();
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  save('src/provider/handler.ts', `export const text = ;`);
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce());
  expect(await request()).toBe('first');
  save('src/provider/handler.ts', `export const text = 'corrected'; export const late = Promise.resolve();`);
  await vi.waitFor(async () => expect(await request()).toBe('corrected'));
});

test('a call in progress is answered by the back end that took it', async () => {
  const { save, request } = await started();
  /** Saves a handler; resolves when calls go to the new back end, or wait for it. */
  const replaced = async (code: string) => {
    const before = globalThis.nasim;
    save('src/provider/handler.ts', code);
    await vi.waitFor(() => expect(globalThis.nasim).not.toBe(before));
  };
  await replaced(`export const text = 'slow'; export const late = new Promise((done) => { globalThis.endCall = done; });`);
  await globalThis.nasim;
  const call = request();
  await replaced(`export const text = 'next'; export const late = Promise.resolve();`);
  const next = request();
  (globalThis as unknown as { endCall(): void }).endCall();
  expect(await call).toBe('slow');
  expect(await next).toBe('next');
});
