import pino, { type DestinationStream, type Level, type Logger } from 'pino';

/**
 * The log of a program: one JSON object per line, with the level by its name and the time in ISO 8601.
 * `error`: an operator must act. `warn`: degraded, or a limit was reached; it recovers by itself. `info`: start, stop and other events
 * of the program's life. `debug`: each call.
 * @param name of the program
 */
export function makeLogger(name: string, level: Level | 'silent' = 'info', destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}
