import { detectFormat, type FileOptions, type FileReading } from '../../../lib/rules/cdn/zone/file.ts';
import type { SignedIn } from '../../core/implement.ts';
import { refuse } from '../../kernel/refusal.ts';
import { WorkerLimit } from '../../kernel/workers/pool.ts';
import { workerTask } from '../../kernel/workers/task.ts';
import type * as task from './read.task.ts';
import { run } from './read.task.ts';

/** Work on an uploaded file in the worker pool. @throws Refusal 422 `zone:error.slow` when the file is too much for it */
export async function withinLimits<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof WorkerLimit)) throw error;
    return refuse(422, 'zone:error.slow', { fields: { file: { key: 'zone:error.slow' } } });
  }
}

/** Smaller zone files are parsed faster than they are sent to a thread and back. */
const INLINE_CHARS = 64 * 1024;

const zoneRead = workerTask<typeof task>({
  name: 'zone.read',
  module: new URL('./read.task.ts', import.meta.url),
  deadlineMs: 10_000,
});

/**
 * Reads a file of records. A large one, and one in YAML, JSON or a table, is read in the worker pool, so that it doesn't delay other
 * requests.
 * @throws Refusal 503 `error:busy`; 422 `zone:error.slow` when it takes longer than 10 s or needs more memory than a thread has
 */
export async function readZone(
  { services, account, signal }: Pick<SignedIn, 'services' | 'account' | 'signal'>,
  text: string,
  options: FileOptions,
): Promise<FileReading> {
  if (text.length <= INLINE_CHARS && detectFormat(text) === null) return run({ text, options });
  return withinLimits(services.workers.run(zoneRead, { text, options }, { customer: account.id, signal }));
}
