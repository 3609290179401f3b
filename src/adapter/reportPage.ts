import type { Nasim } from './nasim.ts';

/**
 * Renders a page, and reports how long it took. Its response has the ID of the request.
 * @param route its pattern, as in `/domains/[domain]/dns`
 */
export async function reportPage(
  { log, env, recordPage }: Pick<Nasim, 'log' | 'env' | 'recordPage'>,
  { route, requestId }: { route: string; requestId: string },
  render: () => Promise<Response>,
): Promise<Response> {
  const began = performance.now();
  let status = 500;
  try {
    const response = await render();
    status = response.status;
    response.headers.set('x-request-id', requestId);
    return response;
  } catch (error) {
    log.error({ err: error, requestId, route }, 'page failed');
    throw error;
  } finally {
    const ms = performance.now() - began;
    recordPage(route, status, ms / 1000);
    const entry = { requestId, route, status, durationMs: Math.round(ms) };
    if (ms >= env.SLOW_CALL_MS) log.warn(entry, 'slow page');
    else log.debug(entry, 'page');
  }
}
