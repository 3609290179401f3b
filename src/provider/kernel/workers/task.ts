/** What a module of a task exports. It runs in a worker thread: no database, no services, and values that can be cloned. */
export interface TaskModule<I, O> {
  run(input: I): O | Promise<O>;
}

/** CPU work of a feature that runs in the worker pool. The type parameters are those of the module's `run`. */
export interface WorkerTask<I, O> {
  /** For logs and errors, such as `zone.read`. */
  name: string;
  /** The file whose `run` does the work. */
  module: URL;
  /** Milliseconds that one run may take before its thread is terminated. */
  deadlineMs: number;
  /** Exists for the compiler only. */
  readonly types?: (input: I) => O;
}

// biome-ignore lint/suspicious/noExplicitAny: variance, the module of any task
type AnyModule = TaskModule<any, any>;

/**
 * Declares a task with the types of its module:
 * `workerTask<typeof module>({ name: 'zone.read', module: new URL('./read.task.ts', import.meta.url), deadlineMs: 10_000 })`, where
 * `module` is a type-only import of the same file.
 */
export const workerTask = <M extends AnyModule>(
  task: Pick<WorkerTask<unknown, unknown>, 'name' | 'module' | 'deadlineMs'>,
): WorkerTask<Parameters<M['run']>[0], Awaited<ReturnType<M['run']>>> => task;
