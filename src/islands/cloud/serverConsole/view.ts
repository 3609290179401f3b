import type { Ref } from 'react';

/** What a console of either type shows and sends. */
export interface ConsoleView {
  /** Takes over a socket whose ticket was sent. */
  attach(socket: WebSocket): void;
  clear(): void;
  /** Types a text. */
  paste(text: string): void;
  focus(): void;
  /** Sends Ctrl+Alt+Del, which browsers keep from pages. Absent: the console has no such key. */
  sendCtrlAltDel?(): void;
}

export interface ConsoleViewProps {
  label: string;
  /** It can attach a socket now. */
  onReady: () => void;
  ref: Ref<ConsoleView>;
}
