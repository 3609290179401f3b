/** Longer texts are read each time: they are rarely the same twice, and would fill the memory. */
const longest = 512;

/**
 * Keeps what is made from short texts that come back, such as the address of a visitor or a header of a browser. Of the texts used last,
 * between `max` and twice as many are cached. Not `lru-cache`, because rules also load in the browser.
 * @param make has the same result for the same text, which nobody changes
 */
export function memoized<Made>(make: (text: string) => Made, max = 1_000): (text: string) => Made {
  let recent = new Map<string, { value: Made }>();
  let older = new Map<string, { value: Made }>();
  return (text) => {
    const found = recent.get(text);
    if (found) return found.value;
    const made = older.get(text) ?? { value: make(text) };
    if (text.length > longest) return made.value;
    if (recent.size >= max) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, made);
    return made.value;
  };
}
