import type { ServerSpec } from '../../../lib/rules/cloud/compute/spec.ts';
import { iso } from '../../../lib/time.ts';
import type { ConsoleReader, ConsoleStream } from './compute.ts';

/** Longer lines aren't typed by a person. */
const MAX_INPUT_LENGTH = 1_000;

/** A console that identifies itself as simulated. It has a few commands, for testing input, pasting and resizing. */
export function simulatedConsole(
  { name, image, size }: ServerSpec,
  { onData, onClose }: ConsoleReader,
  clock: () => number,
): ConsoleStream {
  let line = '';
  let columns = 80;
  const prompt = `simulated@${name}:~$ `;
  const answers: Record<string, () => string> = {
    help: () => 'Commands: help, hostname, uname, date, size, clear, exit',
    hostname: () => name,
    uname: () => `Simulated ${image.os.type} ${image.os.version}`,
    date: () => iso(clock()),
    size: () => `${size.cpu} vCPU, ${size.ram} GB RAM, ${size.disk} GB disk; terminal ${columns} columns wide`,
  };
  onData(
    `\x1b[33mThis is a simulated server: no machine is behind this console.\x1b[0m\r\nType help for the commands that it knows.\r\n\r\n${prompt}`,
  );
  const enter = () => {
    const [word = ''] = line.trim().split(/\s+/);
    line = '';
    if (word === 'exit') {
      onData('\r\nlogout\r\n');
      onClose();
      return;
    }
    if (word === 'clear') return onData(`\x1b[2J\x1b[H${prompt}`);
    const answer = Object.hasOwn(answers, word) ? answers[word]?.() : word && `${word}: not available on a simulated server`;
    onData(`\r\n${answer ? `${answer}\r\n` : ''}${prompt}`);
  };
  return {
    write(data) {
      for (const char of String(data).replaceAll('\r\n', '\r'))
        if (char === '\r' || char === '\n') enter();
        else if (char === '\x7f' || char === '\b') {
          if (line === '') continue;
          line = [...line].slice(0, -1).join('');
          onData('\b \b');
        } else if (char === '\x03') {
          line = '';
          onData(`^C\r\n${prompt}`);
        } else if (char >= ' ' && line.length < MAX_INPUT_LENGTH) {
          line += char;
          onData(char);
        }
    },
    resize(next) {
      columns = next;
    },
    close() {},
  };
}
