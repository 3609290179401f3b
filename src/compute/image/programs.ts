import { type ExecFileException, execFile } from 'node:child_process';

/** Why no image was made, for the operator: what is wrong and what to do. */
export class ImageError extends Error {}

/** Debian's package of each program that is called. */
const packageNames: Record<string, string> = { mmdebstrap: 'mmdebstrap', 'qemu-img': 'qemu-utils', mke2fs: 'e2fsprogs' };

/** mke2fs is in a folder that users other than root often don't have in their PATH. */
const path = [process.env.PATH, '/usr/sbin', '/sbin'].filter(Boolean).join(':');

/**
 * Runs a program to its end.
 * @returns its standard output
 * @throws {ImageError} when it is missing or fails, with the end of what it reported
 */
export const runProgram = (program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, LC_ALL: 'C.UTF-8', PATH: path, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, output, report) => {
      if (!error) resolve(output);
      else reject(new ImageError(explain(program, error, report)));
    });
  });

function explain(program: string, error: ExecFileException, report: string): string {
  if (error.code === 'ENOENT')
    return `${program} isn't installed. On Debian and Ubuntu: apt-get install ${packageNames[program] ?? program}`;
  return `${program} failed: ${report.trim().split('\n').slice(-5).join('\n') || error.message}`;
}
