import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal as Xterm } from '@xterm/xterm';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';

export interface TerminalHandle {
  write(text: string): void;
  clear(): void;
  paste(text: string): void;
  focus(): void;
  size(): { columns: number; rows: number };
}

interface TerminalProps {
  label: string;
  onData: (text: string) => void;
  onResize: (size: { columns: number; rows: number }) => void;
  onReady: () => void;
  ref: Ref<TerminalHandle>;
}

/** xterm.js, filling its container. Terminals run left to right and are dark in both themes. */
export function Terminal({ label, onData, onResize, onReady, ref }: TerminalProps) {
  const host = useRef<HTMLDivElement>(null);
  const term = useRef<Xterm>(null);
  const typed = useEffectEvent(onData);
  const resized = useEffectEvent(onResize);
  const ready = useEffectEvent(onReady);
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
    xterm.onResize(({ cols, rows }) => resized({ columns: cols, rows }));
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
    write: (text) => term.current?.write(text),
    clear: () => term.current?.reset(),
    paste: (text) => term.current?.paste(text),
    focus: () => term.current?.focus(),
    size: () => ({ columns: term.current?.cols ?? 80, rows: term.current?.rows ?? 24 }),
  }));
  return <section ref={host} dir="ltr" aria-label={label} className="h-full min-h-0 w-full" />;
}
