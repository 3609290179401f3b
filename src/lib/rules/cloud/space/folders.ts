/** The name of an object or a folder without the folders above it. */
export const baseName = (text: string): string => text.replace(/\/$/, '').split('/').at(-1) ?? '';

/** The folders of a prefix, outermost first: `a/b/` has `a/` and `a/b/`. */
export const parentFolders = (prefix: string): string[] => {
  const names = prefix.split('/').slice(0, -1);
  return names.map((_name, index) => `${names.slice(0, index + 1).join('/')}/`);
};
