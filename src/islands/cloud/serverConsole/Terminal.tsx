import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal as Xterm } from '@xterm/xterm';
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { ConsoleViewProps } from './view.ts';

/** xterm.js, filling its container. Terminals run left to right and are dark in both themes. */
export function Terminal({ label, onReady, ref }: ConsoleViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const term = useRef<Xterm>(null);
  const socket = useRef<WebSocket>(null);
  const ready = useEffectEvent(onReady);
  const send = (message: { data: string } | { columns: number; rows: number }) => {
    if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(message));
  };
  const sendSize = (columns = 80, rows = 24) => send({ columns, rows });
  const typed = useEffectEvent((data: string) => send({ data }));
  const resized = useEffectEvent(sendSize);
  useEffect(() => {
    if (!host.current) return;
    const xterm = new Xterm({
      fontFamily: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
      fontSize: 14,
      cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      screenReaderMode: true,
      scrollback: 2000,
      theme: { background: '#0b0f12', foreground: '#e6edf0', cursor: '#4fd8d2', selectionBackground: '#2a5a63' },
    });
    const fit = new FitAddon();
    xterm.loadAddon(fit);
    xterm.open(host.current);
    fit.fit();
    xterm.onData((text) => typed(text));
    xterm.onResize(({ cols, rows }) => resized(cols, rows));
    term.current = xterm;
    const watch = new ResizeObserver(() => fit.fit());
    watch.observe(host.current);
    ready();
    return () => {
      watch.disconnect();
      xterm.dispose();
    };
  }, []);
  useImperativeHandle(ref, () => ({
    attach(opened) {
      socket.current = opened;
      // The portal ignores messages before the console's first output.
      opened.addEventListener('message', () => sendSize(term.current?.cols, term.current?.rows), { once: true });
      opened.addEventListener('message', ({ data }) => term.current?.write(String(data)));
    },
    clear: () => term.current?.reset(),
    paste: (text) => term.current?.paste(text),
    focus: () => term.current?.focus(),
  }));
  return <section ref={host} dir="ltr" aria-label={label} className="h-full min-h-0 w-full" />;
}
