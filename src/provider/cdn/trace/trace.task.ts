import type { EdgeConfig, Source } from '../../../lib/rules/cdn/edge/config.ts';
import { traceRequest } from '../../../lib/rules/cdn/edge/trace.ts';
import type { EdgeRequest, Trace } from '../../../lib/rules/cdn/edge/types.ts';

/** Traces one request in a worker thread. */
export const run = ({ config, request, source }: { config: EdgeConfig; request: EdgeRequest; source: Source }): Trace =>
  traceRequest(config, request, source);
