import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { type ConsoleKind, serverConsole } from '../../../lib/contract/cloud/serverConsole.ts';

export type ConsoleState = 'closed' | 'connecting' | 'open';
const PREFIX = '/api';
/** The portal's close codes for an invalid ticket, and for a console that doesn't respond. */
const REFUSED = 4001;
const FAILED = 4002;

/**
 * Opens a console: requests a ticket, then connects the socket with it.
 * @param attach takes over the socket, before its first message
 */
export function useConsole(serverId: string, kind: ConsoleKind, attach: (socket: WebSocket) => void) {
  const [state, setState] = useState<ConsoleState>('closed');
  /** A message from the provider; `ticket`: the ticket is no longer valid; `console`: it doesn't respond. */
  const [failure, setFailure] = useState<string | 'ticket' | 'console' | null>(null);
  const socket = useRef<WebSocket>(null);
  const latest = useRef(attach);
  latest.current = attach;
  const connect = useCallback(async () => {
    if (socket.current && socket.current.readyState <= WebSocket.OPEN) return;
    setState('connecting');
    setFailure(null);
    try {
      const { console } = await send(serverConsole.open, { serverId, kind }, { notices: 'none' });
      const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${PREFIX}${console.url}`);
      socket.current = opened;
      opened.addEventListener('open', () => {
        opened.send(console.token);
        latest.current(opened);
      });
      opened.addEventListener('message', () => setState('open'), { once: true });
      opened.addEventListener('close', ({ code }) => {
        if (socket.current === opened) socket.current = null;
        setState('closed');
        if (code === REFUSED) setFailure('ticket');
        if (code === FAILED) setFailure('console');
      });
    } catch (error) {
      setState('closed');
      setFailure(error instanceof ApiError ? error.message : String(error));
    }
  }, [serverId, kind]);
  useEffect(() => () => socket.current?.close(), []);
  return { state, failure, connect };
}
