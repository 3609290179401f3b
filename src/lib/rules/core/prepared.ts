/** Keeps what is made from an object as long as the object exists: a rule serves many requests. The object must not change. */
export function prepared<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const made = new WeakMap<From, { value: Made }>();
  return (from) => {
    let cached = made.get(from);
    if (!cached) {
      cached = { value: make(from) };
      made.set(from, cached);
    }
    return cached.value;
  };
}
