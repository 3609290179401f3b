import { QueryObserver } from '@tanstack/react-query';
import type { Input, NamedCall, Output } from '../../lib/contract/call.ts';
import { q, queryClient } from './query.ts';

interface WatchHandlers<C extends NamedCall> {
  data?: (answer: Output<C>, at: number) => void;
  failed?: () => void;
}

/**
 * Subscribes to a read outside React: cached data is delivered immediately, otherwise it is fetched.
 * `at` is the time of the response, in epoch ms. Returns the function that unsubscribes.
 */
export function watch<C extends NamedCall>(call: C, input: Input<C>, observed: WatchHandlers<C>): () => void {
  const observer = new QueryObserver(queryClient, q(call, input));
  let last = 0;
  const notify = ({ data, dataUpdatedAt, isError }: ReturnType<typeof observer.getCurrentResult>) => {
    if (data !== undefined && dataUpdatedAt !== last) {
      last = dataUpdatedAt;
      observed.data?.(data, dataUpdatedAt);
    } else if (isError) observed.failed?.();
  };
  const stop = observer.subscribe(notify);
  notify(observer.getCurrentResult());
  return stop;
}
