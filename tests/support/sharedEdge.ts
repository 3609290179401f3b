import { afterAll, beforeAll } from 'vitest';
import { type GetOptions, policyFor, startOrigin, startTestEdge, type TestEdge } from './edge.ts';

type Answer = Parameters<typeof startOrigin>[0];

/** An edge and a customer's server for the tests of a file. `env`: variables of the edge. */
export function sharedEdge(answer: Answer, env: Record<string, string> = {}) {
  const running = {} as { edge: TestEdge; origin: Awaited<ReturnType<typeof startOrigin>> }; // before any test
  beforeAll(async () => {
    running.origin = await startOrigin(answer);
    running.edge = await startTestEdge(undefined, env);
  });
  afterAll(async () => {
    await running.edge.stop();
    await running.origin.stop();
  });
  return {
    edge: () => running.edge,
    origin: () => running.origin,
    lines: () => running.edge.control.lines(),
    get: (path: string, options?: GetOptions) => running.edge.get(path, options),
    /** Serves `example.com` with this configuration, from the customer's server. */
    push: (config?: Parameters<typeof policyFor>[1], more?: Parameters<typeof policyFor>[2]) =>
      running.edge.push(policyFor(running.origin.port, config, more)),
  };
}
