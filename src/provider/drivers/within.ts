/** Gives up on work after a time limit, even if the work ignores its signal. */
export async function within<T>(ms: number, end: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.any([AbortSignal.timeout(ms), end]);
  const over = Promise.withResolvers<never>();
  const onAbort = () => over.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work(signal), over.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
