import type { Tools } from '../base/tools.ts';
import { lookup } from '../cache/lookup.ts';
import { serve } from '../cache/serve.ts';
import type { Visitor } from '../listen/visitor.ts';
import { fetchOrigin } from '../origin/fetch.ts';
import { pageReply } from '../pages/reply.ts';
import { admit } from './admit.ts';
import { arrive, type Exchange, type Upgrade } from './exchange.ts';
import { logEntry } from './logEntry.ts';
import { done, type Next } from './next.ts';
import { readRequest } from './read.ts';
import { respond } from './respond.ts';

/** Answers one request of a visitor, and logs it. @throws what no step expects; then the connection has to be closed */
export async function answerRequest(tools: Tools, visitor: Visitor, upgrade: Upgrade | null = null): Promise<void> {
  const arrival = arrive(tools, visitor, upgrade);
  const read = readRequest(arrival);
  const exchange = typeof read === 'string' ? null : read;
  try {
    if (typeof read === 'string') respond(arrival, pageReply(arrival, read, 'failed'));
    // A copy in memory is answered without waiting for anything.
    else
      for (let next: Next = { step: 'admit' }; next.step !== 'done'; ) {
        const result = advance(read, next);
        next = result instanceof Promise ? await result : result;
      }
  } finally {
    const entry = arrival.site ? logEntry({ ...arrival, site: arrival.site }, exchange) : null;
    if (entry) tools.logLine(entry);
    tools.record(arrival.logged, entry?.layer ?? '', (performance.now() - arrival.began) / 1000);
  }
}

function advance(exchange: Exchange, next: Next): Next | Promise<Next> {
  switch (next.step) {
    case 'admit':
      return admit(exchange);
    case 'lookup':
      return lookup(exchange, next.request);
    case 'fetch':
      return fetchOrigin(exchange, next);
    case 'serve':
      return serve(exchange, next);
    case 'respond':
      respond(exchange, next.reply);
      return done;
    case 'abort':
      exchange.visitor.request.socket.destroy();
      return done;
    case 'done':
      return done;
  }
}
