import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent';

type Values = Record<string, string>;

let onFailure: () => void = () => {};
let failed = false;

/** Called once if something could not be saved on this device. */
export const onStorageFailure = (listener: () => void): void => {
  onFailure = listener;
  // It may have failed before there was a listener.
  if (failed) listener();
};

function report(): void {
  if (failed) return;
  failed = true;
  onFailure();
}

/** Values of this visit, used when the browser's storage is full or blocked. */
const memory: Values = {};

function read(key: string): string | null {
  if (key in memory) return memory[key] ?? null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    delete memory[key];
  } catch {
    if (value === undefined) delete memory[key];
    else memory[key] = value;
    report();
  }
  return true;
}

/** Local storage for the stores. If it fails, the page continues with this visit's values and reports it once. */
if (typeof window !== 'undefined') {
  const engine = new Proxy<Values>(
    {},
    {
      get: (_, key) => (typeof key === 'string' ? (read(key) ?? undefined) : undefined),
      set: (_, key, value: string) => write(String(key), value),
      deleteProperty: (_, key) => write(String(key), undefined),
      has: (_, key) => read(String(key)) !== null,
    },
  );
  setPersistentEngine(engine, windowPersistentEvents);
}
