// A temporary PostgreSQL for a test in a thread, where scripts/lib/postgres.mjs can't be loaded. It ends with the process that started it.
import { startPostgres } from '../../scripts/lib/postgres.mjs';

// Commits wait for the disk, as in production.
const server = await startPostgres({ durable: true });
process.send?.(server.url);
process.once('disconnect', () => void server.stop().then(() => process.exit()));
