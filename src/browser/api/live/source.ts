import { type Ending, type Hint, liveTopics, task } from '../../../lib/contract/core/task.ts';
import { announceAccountChange, send } from '../client.ts';
import { poll } from './poll.ts';

/** Delays of 1 s, 2 s, 4 s … up to five minutes, plus a random half, so that clients don't reconnect simultaneously. */
const wait = (fails: number) => Math.min(1000 * 2 ** (fails - 1), 300_000) * (1 + Math.random() / 2);
/** A newer browser has the stream; taking it back immediately would loop. */
const LIMIT_MS = 60_000;
/** After this many failures it polls instead. */
const PATIENCE = 2;

export interface Listener {
  /** Where to resume: the id of the last event, else the time of the page. */
  since(): string;
  onHint(hint: Hint, id: string): void;
}

/**
 * Receives changes from the event stream, and polls while there is none, until the returned function is called. If the session has
 * ended, the next call finds out and ends it here too.
 */
export function followChanges({ since, onHint }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopPolling: (() => void) | null = null;
  let fails = 0;
  let isOver = false;

  const close = () => {
    source?.close();
    source = null;
  };
  const startPolling = () => {
    stopPolling ??= poll((hint) => onHint(hint, ''));
  };

  const open = () => {
    if (isOver || source) return;
    if (typeof EventSource === 'undefined') return startPolling();
    source = new EventSource(`/api${task.stream.path}?${new URLSearchParams({ since: since() })}`);
    for (const name of [...liveTopics, 'ready', 'end']) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (name === 'end') {
          void again((JSON.parse(event.data) as { reason: Ending }).reason); // the contract's own event
          return;
        }
        fails = 0;
        stopPolling?.();
        stopPolling = null;
        if (name !== 'ready') onHint(JSON.parse(event.data) as Hint, event.lastEventId); // the contract's own event
      });
    }
    source.onerror = () => void again('broken');
  };

  /** The stream broke. A call comes first: it refreshes the session if needed, or finds out that it has ended. */
  const again = async (reason: Ending | 'broken') => {
    if (isOver || !source) return;
    close();
    // The page belongs to another account now, or to none: it is notified and stops listening.
    if (reason === 'account') return announceAccountChange();
    fails++;
    if (fails >= PATIENCE || reason === 'limit') startPolling();
    const isHere = await send(task.list, {}, { notices: 'none' }).then(
      () => true,
      () => false,
    );
    if (isOver) return;
    const first = isHere && reason === 'session' && fails < PATIENCE;
    timer = setTimeout(open, first ? 0 : reason === 'limit' ? LIMIT_MS : wait(fails));
  };

  /** The network is back: retry immediately. */
  const retry = () => {
    clearTimeout(timer);
    open();
  };
  window.addEventListener('online', retry);
  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    close();
    stopPolling?.();
    window.removeEventListener('online', retry);
  };
}
