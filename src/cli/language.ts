/** The language that messages of the server are requested in, from the variables of POSIX: `fa_IR.UTF-8` → `fa-IR`. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): string {
  const name = (env.LC_ALL || env.LC_MESSAGES || env.LANG || '').replace(/[.@].*$/, '');
  return /^[a-z]{2,3}(_[A-Za-z]{2,4})?$/.test(name) ? name.replace('_', '-') : 'en';
}
