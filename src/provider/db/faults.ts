/** `readOnly`: full or not writable. `unavailable`: no connection. `busy`: a lock or statement took too long. */
export type DatabaseFault = 'duplicate' | 'readOnly' | 'unavailable' | 'busy';

/** Errors of the socket, and of pg when a connection is lost or can't be made, which have no code. */
const lost = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0[1-5]|53300|55000)$/;
const lostMessage =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Postgres connection has been discarded)/;

/** Classifies a database error, independently of the database; null: it isn't one. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505') return 'duplicate';
  if (/^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/.test(code) || code === '53100' || code === '25006' || code === '58030') return 'readOnly';
  if (/^(ENOSPC|EROFS|EDQUOT)$/.test(code)) return 'readOnly';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code) || code === '57014' || code === '55P03') return 'busy';
  // All addresses of a host refused.
  if (error instanceof AggregateError && error.errors.some((one) => databaseFault(one) === 'unavailable')) return 'unavailable';
  return lost.test(code) || lostMessage.test(error.message) ? 'unavailable' : null;
}
