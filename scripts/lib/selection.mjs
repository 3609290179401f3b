import { execFileSync } from 'node:child_process';

/** Product lines: the second segment of every layer. Files outside of them affect all lines. */
export const PRODUCT_LINES = ['cdn', 'cloud', 'finance', 'support', 'account', 'operator'];

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from the merge base with main: committed, changed and new ones. */
export function changedFiles() {
  const [base] = git('merge-base', 'main', 'HEAD');
  return [...new Set([...git('diff', '--name-only', '--diff-filter=d', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

/** The lines that files belong to, or null: a file affects all lines. Texts about the product affect none. */
export function changedProductLines(files) {
  const code = files.filter((file) => !/^docs\/|\.md$/.test(file));
  const lines = code.map((file) => PRODUCT_LINES.find((line) => new RegExp(`(^|/)${line}(/|\\.)`).test(file)));
  return lines.includes(undefined) ? null : [...new Set(lines)];
}

/**
 * Arguments and environment of the runners for some lines: their own files, and their screens.
 * @param {string[] | null} lines null: all of them
 */
export function browserSelection(lines) {
  if (!lines) return { args: [], env: {} };
  return { args: [...lines.map((line) => `e2e/${line}/`), 'core/routes.spec'], env: { SCREEN_LINES: lines.join(',') } };
}
export const unitFiles = (/** @type {string[]} */ lines) => lines.flatMap((line) => [`/${line}/`, `contract/${line}.test`]);
