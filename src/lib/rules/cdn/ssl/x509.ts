/** What `Reflect` keeps about a class or one of its members (reflect-metadata, as tsyringe asks for it). */
const kept = new WeakMap<object, Map<string, unknown>>();
const slot = (name: unknown, member?: unknown): string => `${String(member ?? '')} ${String(name)}`;

/**
 * `@peculiar/x509` finds its signature algorithms through tsyringe, which reads the metadata of classes through `Reflect`. A polyfill of the
 * whole proposal weighs more than the rest of what is needed here; these four functions are all that it calls. One that is there stays.
 */
function giveMetadata(): void {
  const holder = Reflect as unknown as Record<string, unknown>; // the proposal is not in the types of the language
  if (holder.getMetadata) return;
  const define = (name: unknown, value: unknown, target: object, member?: unknown) => {
    const own = kept.get(target) ?? new Map<string, unknown>();
    kept.set(target, own.set(slot(name, member), value));
  };
  const getOwn = (name: unknown, target: object, member?: unknown) => kept.get(target)?.get(slot(name, member));
  const get = (name: unknown, target: object | null, member?: unknown): unknown =>
    target === null ? undefined : (getOwn(name, target, member) ?? get(name, Object.getPrototypeOf(target) as object | null, member));
  Object.assign(holder, {
    defineMetadata: define,
    getOwnMetadata: getOwn,
    getMetadata: get,
    metadata: (name: unknown, value: unknown) => (target: object, member?: unknown) => define(name, value, target, member),
  });
}

/** The library for certificates. It is large, so it comes when a certificate is looked at for the first time. */
export function loadX509() {
  giveMetadata();
  return import('@peculiar/x509');
}
export type X509 = Awaited<ReturnType<typeof loadX509>>;
