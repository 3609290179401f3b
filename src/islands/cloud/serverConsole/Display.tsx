import RFB from '@novnc/novnc';
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { toKeysyms } from './keysyms.ts';
import type { ConsoleViewProps } from './view.ts';

/** The screen of a server, by noVNC, scaled to its container. */
export function Display({ label, onReady, ref }: ConsoleViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const rfb = useRef<RFB>(null);
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    ready();
    return () => rfb.current?.disconnect();
  }, []);
  useImperativeHandle(ref, () => ({
    attach(socket) {
      if (!host.current) return;
      const client = new RFB(host.current, socket);
      client.scaleViewport = true;
      client.background = '#0b0f12';
      // The last picture stays when the connection ends.
      client.addEventListener('connect', () => client.focus());
      rfb.current = client;
    },
    clear() {
      rfb.current = null;
      host.current?.replaceChildren();
    },
    paste(text) {
      for (const keysym of toKeysyms(text)) rfb.current?.sendKey(keysym, null);
    },
    focus: () => rfb.current?.focus(),
    sendCtrlAltDel: () => rfb.current?.sendCtrlAltDel(),
  }));
  return <section ref={host} dir="ltr" aria-label={label} className="h-full min-h-0 w-full" />;
}
