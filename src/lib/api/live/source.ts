import { type Ending, type Hint, hintEvents, task } from '../../contract/task.ts';
import { send } from '../client.ts';
import { poll } from './poll.ts';

/** Waits 1 s, 2 s, 4 s … five minutes at most, and by chance up to half as long again, so that not all come back at once. */
const wait = (fails: number) => Math.min(1000 * 2 ** (fails - 1), 300_000) * (1 + Math.random() / 2);
/** A browser elsewhere has the place now; taking it back at once would go round in circles. */
const LIMIT_MS = 60_000;
/** From so many failures on, it is asked for changes instead. */
const PATIENCE = 2;

export interface Listener {
  /** Where to go on: the id of the last event, else when the page was made. */
  since(): string;
  hear(hint: Hint, id: string): void;
}

/**
 * Hears of changes by the stream of events, and asks for them while there is none. Goes on until the returned function is called;
 * a session that is over ends through the call that finds it out.
 */
export function followChanges({ since, hear }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopPolling: (() => void) | null = null;
  let fails = 0;
  let isOver = false;

  const close = () => {
    source?.close();
    source = null;
  };
  const ask = () => {
    stopPolling ??= poll((hint) => hear(hint, ''));
  };

  const open = () => {
    if (isOver || source) return;
    if (typeof EventSource === 'undefined') return ask();
    source = new EventSource(`/api${task.stream.path}?${new URLSearchParams({ since: since() })}`);
    for (const name of [...hintEvents, 'ready', 'end']) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (name === 'end') {
          void again((JSON.parse(event.data) as { reason: Ending }).reason); // the contract's own event
          return;
        }
        fails = 0;
        stopPolling?.();
        stopPolling = null;
        if (name !== 'ready') hear(JSON.parse(event.data) as Hint, event.lastEventId); // the contract's own event
      });
    }
    source.onerror = () => void again('broken');
  };

  /** The line is cut. A call comes first: it refreshes a session that needs it, or finds out that it is over. */
  const again = async (reason: Ending | 'broken') => {
    if (isOver || !source) return;
    close();
    fails++;
    if (fails >= PATIENCE || reason === 'limit') ask();
    const isHere = await send(task.list, {}, { notices: 'none' }).then(
      () => true,
      () => false,
    );
    if (isOver) return;
    const first = isHere && reason === 'session' && fails < PATIENCE;
    timer = setTimeout(open, first ? 0 : reason === 'limit' ? LIMIT_MS : wait(fails));
  };

  /** The network is back: nobody waits any longer. */
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
