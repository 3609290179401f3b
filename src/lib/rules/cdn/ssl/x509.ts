/** The metadata that `Reflect` stores about a class or one of its members (reflect-metadata, as tsyringe requires). */
const cachedValues = new WeakMap<object, Map<string, unknown>>();
const slot = (name: unknown, member?: unknown): string => `${String(member ?? '')} ${String(name)}`;

/**
 * `@peculiar/x509` finds its signature algorithms through tsyringe, which reads class metadata through `Reflect`. A polyfill of the
 * whole proposal is larger than the rest of this code; it only calls these four functions. An existing one is kept.
 */
function installMetadata(): void {
  const holder = Reflect as unknown as Record<string, unknown>; // the proposal is not in the types of the language
  if (holder.getMetadata) return;
  const define = (name: unknown, value: unknown, target: object, member?: unknown) => {
    const own = cachedValues.get(target) ?? new Map<string, unknown>();
    cachedValues.set(target, own.set(slot(name, member), value));
  };
  const getOwn = (name: unknown, target: object, member?: unknown) => cachedValues.get(target)?.get(slot(name, member));
  const get = (name: unknown, target: object | null, member?: unknown): unknown =>
    target === null ? undefined : (getOwn(name, target, member) ?? get(name, Object.getPrototypeOf(target) as object | null, member));
  Object.assign(holder, {
    defineMetadata: define,
    getOwnMetadata: getOwn,
    getMetadata: get,
    metadata: (name: unknown, value: unknown) => (target: object, member?: unknown) => define(name, value, target, member),
  });
}

/** The library for certificates. It is large, so it is loaded with the first certificate. */
export function loadX509() {
  installMetadata();
  return import('@peculiar/x509');
}
export type X509 = Awaited<ReturnType<typeof loadX509>>;
