import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { ofServer } from './server.ts';

/** Where a console's socket is opened, below the portal's `/api`. */
export const consoleSocket = '/server/console/socket';

export const consoleKinds = ['serial', 'graphical'] as const;
export type ConsoleKind = (typeof consoleKinds)[number];

export const serverConsole = group('serverConsole', 'server', {
  kinds: get('/server/console/kinds', {
    summary: 'List the available console types',
    area: 'servers',
    input: ofServer,
    output: z.object({
      kinds: z.array(z.enum(consoleKinds)),
      bootLog: z.boolean().optional().describe('Whether `log` is available.'),
    }),
    example: { serverId: demo.serverId },
  }),
  log: get('/server/console/log', {
    summary: 'Get the boot log of a server: the latest output of its serial port',
    area: 'servers',
    // It shows what was typed in consoles, so it needs the right to open one.
    safe: false,
    input: ofServer,
    output: z.object({
      log: z.object({
        text: z
          .string()
          .describe('Plain text without control characters, at most 256 KB; also of a server that is off. Empty: nothing was written.'),
        readAt: Time,
      }),
    }),
    errors: ['server:reason.noCompute', 'server:reason.noBootLog', 'server:reason.noHost'],
    example: { serverId: demo.serverId },
    // The hosts of the demo data are simulated.
    exampleStatus: 409,
  }),
  open: post('/server/console/open', {
    summary: 'Create a ticket for the console of a server; it opens one socket within a minute',
    area: 'servers',
    input: ofServer.extend({ kind: z.enum(consoleKinds) }),
    output: z.object({
      console: z.object({
        id: Id,
        kind: z.enum(consoleKinds),
        url: z
          .string()
          .describe(
            'Path of the WebSocket. Its first message is the ticket. Then a serial console takes JSON, `{"data": "…"}` or `{"columns": 80, "rows": 24}`, and sends text; a graphical one speaks RFB (RFC 6143) in binary messages.',
          ),
        token: z.string().describe('The ticket.'),
        expiresAt: Time,
      }),
    }),
    success: false,
    errors: ['server:reason.noCompute', 'server:reason.noConsole', 'server:reason.isOff', 'server:reason.suspended', 'server:reason.busy'],
    example: { serverId: demo.serverId, kind: 'serial' },
  }),
  close: post('/server/console/close', {
    summary: 'Void a ticket and close the console that it opened',
    area: 'servers',
    input: ofServer.extend({ token: z.string().min(1, key('error:required')).max(100, key('error:tooLong')).describe('The ticket.') }),
    output: z.object({ done: z.literal(true) }),
    success: false,
    example: { serverId: demo.serverId, token: 'a-ticket' },
  }),
});
