import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { serverConsole } from '../../../lib/contract/cloud/serverConsole.ts';

export type ConsoleState = 'closed' | 'connecting' | 'open';
const PREFIX = '/api';
/** The portal's close code for an invalid ticket. */
const REFUSED = 4001;

interface ConsoleOptions {
  serverId: string;
  onData: (text: string) => void;
  size: () => { columns: number; rows: number };
}

/** Opens a console: requests a ticket, then connects the socket with it. */
export function useConsole({ serverId, onData, size }: ConsoleOptions) {
  const [state, setState] = useState<ConsoleState>('closed');
  /** A message from the provider; `ticket`: the ticket is no longer valid. */
  const [failure, setFailure] = useState<string | 'ticket' | null>(null);
  const socket = useRef<WebSocket>(null);
  const latest = useRef({ onData, size });
  latest.current = { onData, size };
  const sendMessage = useCallback((message: object) => {
    if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(message));
  }, []);
  const connect = useCallback(async () => {
    if (socket.current && socket.current.readyState <= WebSocket.OPEN) return;
    setState('connecting');
    setFailure(null);
    try {
      const { console } = await send(serverConsole.open, { serverId, kind: 'serial' }, { notices: 'none' });
      const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${PREFIX}${console.url}`);
      socket.current = opened;
      let isReady = false;
      opened.onopen = () => opened.send(console.token);
      opened.onmessage = ({ data }) => {
        if (!isReady) {
          isReady = true;
          setState('open');
          sendMessage(latest.current.size());
        }
        latest.current.onData(String(data));
      };
      opened.onclose = ({ code }) => {
        if (socket.current === opened) socket.current = null;
        setState('closed');
        if (code === REFUSED) setFailure('ticket');
      };
    } catch (error) {
      setState('closed');
      setFailure(error instanceof ApiError ? error.message : String(error));
    }
  }, [serverId, sendMessage]);
  useEffect(() => () => socket.current?.close(), []);
  return { state, failure, connect, sendMessage };
}
