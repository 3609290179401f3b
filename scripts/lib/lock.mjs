import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const isRunning = (id) => {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // A process of another user.
    return error.code === 'EPERM';
  }
};

/**
 * Takes a lock that ends with this process. A process that was killed leaves its file, which doesn't count.
 * @param {string} file
 * @returns {number | null} the id of the process that has the lock, or null if this one has it now
 */
export function lock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner > 0 && isRunning(owner)) return owner;
    writeFileSync(file, String(process.pid));
  }
  process.once('exit', () => rmSync(file, { force: true }));
  return null;
}
