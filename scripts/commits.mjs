// Checks the messages of commits: `node scripts/commits.mjs [range]`, by default all commits that main doesn't have. A subject is
// "area: imperative sentence" of at most 72 characters, and a body with the reason follows after an empty line, wrapped at 72.
import { execFileSync } from 'node:child_process';
import './lib/run.mjs'; // runs in the root of the repository

const MAX_LENGTH = 72;
const [range = 'main..HEAD'] = process.argv.slice(2);

/** @param {string} message */
function faults(message) {
  const [subject = '', blank, ...body] = message.trimEnd().split('\n');
  return [
    subject.length > MAX_LENGTH && `the subject has ${subject.length} characters, at most ${MAX_LENGTH} are allowed`,
    !/^[a-z][\w-]*(, [a-z][\w-]*)*: \S/.test(subject) && 'the subject has no area: "area: imperative sentence"',
    /\.$/.test(subject) && 'the subject ends with a period',
    /: (\w+(ed|ing)|adds|fixes|removes|changes|makes|moves) /.test(subject) && 'the subject is not imperative: "add", not "added"',
    (blank !== '' || body.length === 0) && 'a body with the reason is missing',
    body.some((line) => line.length > MAX_LENGTH && line.includes(' ')) && `a line of the body is longer than ${MAX_LENGTH} characters`,
  ].filter((fault) => fault !== false);
}

const log = execFileSync('git', ['log', '--no-merges', '--format=%h%x00%B%x01', range], { encoding: 'utf8' });
const commits = log.split('\x01').map((entry) => entry.trim().split('\0'));
const wrong = commits.flatMap(([hash, message]) =>
  message ? faults(message).map((fault) => `${hash} ${message.split('\n')[0]}: ${fault}`) : [],
);
for (const fault of wrong) console.error(fault);
process.exitCode = wrong.length > 0 ? 1 : 0;
