import { expect, test } from 'vitest';
import { keyOperations } from '../lib/contract/operations.ts';
import { type Command, commands } from './commands.ts';
import { everywhere, flagsOf } from './flags.ts';
import { commandHelp, exampleOf, groupHelp, next, own } from './help.ts';
import { prepare } from './run.ts';
import { faults } from './values.ts';

/** The words of a command line, as a shell reads them. */
const words = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\(.)/g, (_all, quoted = '', escaped = '') => quoted + escaped),
  );

/** The example of a command, read from its command line. */
function exampleInput(command: Command): Record<string, unknown> {
  const line = words(exampleOf(command, flagsOf(command)));
  return prepare(command, line.slice(1 + command.name.split(' ').length)).fields;
}

// Scripts of customers call these names: a change of one is a breaking change.
test('every call for keys is a command, under a name that stays', async () => {
  expect(commands.map(({ id }) => id).sort()).toEqual(
    keyOperations()
      .map(({ id }) => id)
      .filter((id) => id !== 'apiKey.current')
      .sort(),
  );
  await expect(`${commands.map(({ name, id }) => `${name} = ${id}`).join('\n')}\n`).toMatchFileSnapshot('commands.table.txt');
});

test('no command is called like another, begins like one, or is called like an own command', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => names.some((other) => other.startsWith(`${name} `)))).toEqual([]);
  expect(next([]).filter((word) => names.includes(word))).toEqual([]);
  expect(names.filter((name) => (name.split(' ')[0] ?? '') in own)).toEqual([]);
});

test('no flag of a command is also one of every command', () => {
  const commonNames = [...Object.keys(everywhere), 'columns', 'input', 'file', 'output', 'all', 'limit', 'no-wait', 'idempotency-key'];
  const wrong = commands.flatMap((command) => {
    const flags = flagsOf(command).flatMap(({ name, isSwitch }) => (isSwitch ? [name, `no-${name}`] : [name]));
    return flags
      .filter((name, index) => commonNames.includes(name) || flags.indexOf(name) !== index)
      .map((name) => `${command.name} --${name}`);
  });
  expect(wrong).toEqual([]);
});

test('the example of every command means the example of the contract', () => {
  const wrong = commands.flatMap((command) => {
    const read = exampleInput(command);
    const { input } = command;
    const known = new Set(flagsOf(command).map(({ field }) => field));
    const example = Object.fromEntries(
      Object.entries(command.example as object).filter(([field, value]) => known.has(field) && value !== null && value !== undefined),
    );
    const asText = (value: unknown) =>
      JSON.stringify(value, (_name, one) => (typeof one === 'boolean' && command.method === 'GET' ? String(one) : one));
    const same = Object.entries(example)
      .filter(([field, value]) => asText(read[field]) !== asText(value))
      .map(([field]) => `${command.name}: ${field} is ${asText(read[field])}`);
    return [...same, ...faults(read, input, input).map(({ field, reason }) => `${command.name}: ${field} ${reason}`)];
  });
  expect(wrong).toEqual([]);
});

test('every command and group has help', () => {
  for (const command of commands) {
    const text = commandHelp(command);
    expect(text).toContain(`nasim ${command.name}`);
    expect(text).toContain(`${command.method} /api${command.path}`);
    for (const { name } of flagsOf(command)) expect(text).toContain(`--${name}`);
  }
  expect(groupHelp(['domain', 'dns'])).toContain('domain dns create');
  expect(groupHelp(['domain', 'nothing'])).toBeNull();
});

const command = (name: string): Command => commands.find((one) => one.name === name) as Command; // a name of this file

test('flags and arguments are read as their fields', () => {
  const read = (line: string, name = 'domain dns create') => prepare(command(name), words(line)).fields;
  expect(read('shop.example --name www --type A --content 203.0.113.10 --proxy --ttl 300 --tags a --tags b')).toEqual({
    domainId: 'shop.example',
    name: 'www',
    type: 'A',
    content: '203.0.113.10',
    proxy: true,
    ttl: 300,
    tags: ['a', 'b'],
  });
  expect(read('--domain x --ttl auto --no-proxy')).toEqual({ domainId: 'x', ttl: 'auto', proxy: false });
  expect(read('x --certificate -----BEGIN --title -5', 'domain ssl create')).toEqual({
    domainId: 'x',
    certificate: '-----BEGIN',
    title: '-5',
  });
  // Flags leave the other arguments in their order.
  expect(read('--domain x record1', 'domain dns delete')).toEqual({ domainId: 'x', recordId: 'record1' });
  expect(read('--network null', 'server create')).toEqual({ networkId: null });
  expect(read('x --proxy', 'domain dns list')).toEqual({ domainId: 'x', proxy: 'true' });
});

test.each([
  ['domain dns create', 'x --type ZZ', /--type must be one of A, AAAA/],
  ['domain dns create', 'x --priority many', /--priority must be: number/],
  ['domain dns create', 'x --name --type A', /--name/],
  ['domain dns create', 'x y', /“y” is one argument too many/],
  ['domain dns create', 'x --proxy --no-proxy', /exclude each other/],
  ['domain dns create', 'x --nothing 1', /Unknown option '--nothing'/],
  ['domain dns list', 'x --limit 0', /--limit must be a number/],
  ['server create', '--disk {', /--disk must be JSON/],
])('%s %s is refused', (name, line, reason) => {
  expect(() => prepare(command(name), words(line))).toThrow(reason);
});

test('missing and unknown fields, types and ranges are found before anything is sent', () => {
  const { input } = command('domain dns create');
  const whole = { domainId: 'd', name: 'www', type: 'A', content: '192.0.2.1' };
  expect(faults(whole, input, input)).toEqual([]);
  expect(faults({ ...whole, ttl: 'soon', priority: 70_000, tags: ['a', 1], what: 1, name: undefined }, input, input)).toEqual([
    { field: 'name', reason: 'must be: text' },
    { field: 'ttl', reason: 'must be: auto|number' },
    { field: 'priority', reason: 'must be at most 65535' },
    { field: 'tags.1', reason: 'must be: text' },
    { field: 'what', reason: 'is unknown' },
  ]);
  expect(faults({}, input, input).map(({ field }) => field)).toEqual(['domainId', 'name', 'type', 'content']);
});
