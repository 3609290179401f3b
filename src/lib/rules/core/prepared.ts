/** Keeps what is made from an object as long as the object exists: a rule serves many requests. The object must not change. */
export function prepared<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const made = new WeakMap<From, { value: Made }>();
  return (from) => {
    let kept = made.get(from);
    if (!kept) {
      kept = { value: make(from) };
      made.set(from, kept);
    }
    return kept.value;
  };
}
