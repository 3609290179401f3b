import { vi } from 'vitest';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import type { CallCtx } from '../../src/provider/core/implement.ts';
import { routes } from '../../src/provider/routes.ts';

/** Replaces the handler of a call until the end of the scope. */
export function withHandler(call: NamedCall, handler: (ctx: CallCtx) => unknown) {
  const route = routes.get(`${call.method} ${call.path}`);
  if (!route) throw new Error(`no route for ${call.path}`);
  return vi.spyOn(route, 'handler').mockImplementation(handler);
}
