/** Goes on with a value, at once if it is there already: waiting for a promise would cost a turn of the event loop. */
export const after = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);
