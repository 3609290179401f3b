import type { Hint } from '../../../lib/contract/core/task.ts';
import { pageData } from '../../../lib/page.ts';
import { iso } from '../../../lib/time.ts';
import { applyHint, forgetHints, hintsSince, resumeHints, settle } from './apply.ts';
import { followChanges } from './source.ts';

const NAME = 'nasim:live';
/** A window that was hidden for this long hands the stream to another window. */
const HIDDEN_MS = 30_000;

type Word =
  | { kind: 'hint'; hint: Hint; id: string }
  | { kind: 'hello'; from: number }
  | { kind: 'replay'; to: number; hints: Hint[]; id: string };

/**
 * Keeps what is shown up to date while the customer is signed in: one window of the browser receives the stream and notifies the others.
 * Returns the function that unsubscribes.
 */
export function startLive(): () => void {
  // Without locks or a channel every window has its own stream.
  const channel = 'locks' in navigator && typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null;
  let last = '';
  let seat: AbortController | null = null;
  let isListening = false;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let left = Number.POSITIVE_INFINITY;

  const broadcast = (word: Word) => channel?.postMessage(word);
  const apply = (hint: Hint, id: string) => {
    if (id) last = id;
    applyHint(hint);
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'hint') apply(data.hint, data.id);
    else if (data.kind === 'replay') {
      if (data.to === performance.timeOrigin) for (const hint of data.hints) apply(hint, data.id);
    }
    // A page that was loading missed the events that arrived in the meantime.
    else if (isListening) broadcast({ kind: 'replay', to: data.from, hints: hintsSince(data.from), id: last });
  });
  broadcast({ kind: 'hello', from: performance.timeOrigin });

  const listen = (mine: AbortController) =>
    new Promise<void>((done) => {
      isListening = true;
      const stop = followChanges({
        since: () => last || (pageData()?.at ?? iso(Date.now())),
        onHint(hint, id) {
          apply(hint, id);
          broadcast({ kind: 'hint', hint, id });
        },
      });
      mine.signal.addEventListener('abort', () => {
        isListening = false;
        stop();
        done();
      });
    });
  const sit = () => {
    clearTimeout(hidden);
    if (seat) return;
    const mine = new AbortController();
    seat = mine;
    // A window that is still waiting for the lock when it unsubscribes gets an error, which is expected.
    if (channel)
      navigator.locks.request(NAME, { signal: mine.signal }, () => (mine.signal.aborted ? undefined : listen(mine))).catch(() => {});
    else void listen(mine);
  };
  const rise = () => {
    clearTimeout(hidden);
    seat?.abort();
    seat = null;
  };
  const look = () => {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden') {
      hidden = setTimeout(rise, HIDDEN_MS);
      return;
    }
    sit();
    settle();
  };
  const depart = () => {
    left = Date.now();
  };
  const arrive = () => resumeHints(left);

  document.addEventListener('visibilitychange', look);
  document.addEventListener('astro:before-preparation', depart);
  document.addEventListener('astro:page-load', arrive);
  // A page in the back/forward cache holds no stream; it reconnects when it is shown again.
  window.addEventListener('pagehide', rise);
  window.addEventListener('pageshow', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('astro:before-preparation', depart);
    document.removeEventListener('astro:page-load', arrive);
    window.removeEventListener('pagehide', rise);
    window.removeEventListener('pageshow', look);
    rise();
    channel?.close();
    forgetHints();
  };
}
