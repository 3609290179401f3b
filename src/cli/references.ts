import type { Client } from './client.ts';
import { commands } from './commands.ts';
import { exits, Failure } from './failure.ts';

interface Reference {
  /** The operation that lists the items. */
  list: string;
  /** Fields of its input that have the same value as in the command. */
  within?: readonly string[];
}

/** Fields that take a name instead of an ID. */
const references: Readonly<Record<string, Reference>> = {
  domainId: { list: 'domain.list' },
  serverId: { list: 'server.list' },
  targetServerId: { list: 'server.list' },
  serverIds: { list: 'server.list' },
  volumeId: { list: 'volume.list' },
  networkId: { list: 'network.list' },
  sshKeyId: { list: 'sshKey.list' },
  sshKeyIds: { list: 'sshKey.list' },
  snapshotId: { list: 'snapshot.list' },
  spaceId: { list: 'space.list' },
  clusterId: { list: 'cluster.list', within: ['domainId'] },
};
/** Firewall groups of servers; the IP lists of domains have the same field. */
const ofServers: Readonly<Record<string, Reference>> = { groupId: { list: 'serverFirewall.list' } };

const referenceOf = (operation: string, field: string): Reference | undefined =>
  references[field] ?? (operation.startsWith('serverFirewall.') ? ofServers[field] : undefined);

export const acceptsName = (operation: string, field: string): boolean => referenceOf(operation, field) !== undefined;

const isId = (value: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value);

/**
 * Replaces names by IDs.
 * @throws Failure when no item or several have the name, or the list is refused
 */
export async function resolveNames(client: Client, operation: string, input: Record<string, unknown>): Promise<void> {
  const order = Object.keys(input).sort((a, b) => Number(b === 'domainId') - Number(a === 'domainId'));
  for (const field of order) {
    const reference = referenceOf(operation, field);
    const value = input[field];
    if (!reference) continue;
    if (typeof value === 'string') input[field] = await idOf(client, reference, value, input);
    else if (Array.isArray(value))
      input[field] = await Promise.all(value.map((one) => (typeof one === 'string' ? idOf(client, reference, one, input) : one)));
  }
}

/** @returns the ID of the item with this name, or the value itself if it is one */
async function idOf(
  client: Client,
  { list, within = [] }: Reference,
  value: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  if (isId(value)) return value;
  const operation = operationOf(list);
  const answer = await client.call(operation, Object.fromEntries(within.map((field) => [field, input[field]])));
  const items = Object.values(answer).find(Array.isArray) as { id: string; name?: string; title?: string }[] | undefined; // a list of items
  const wanted = value.toLowerCase();
  const found = (items ?? []).filter(({ name, title }) => (name ?? title ?? '').toLowerCase() === wanted);
  const [only] = found;
  if (found.length > 1)
    throw new Failure(exits.conflict, `“${value}” is the name of several; use one of the IDs ${found.map(({ id }) => id).join(', ')}.`);
  if (!only) throw new Failure(exits.notFound, `There is no “${value}”. “nasim ${operation.name}” lists what there is.`);
  return only.id;
}

/** @throws Error for an operation that no command has */
export function operationOf(id: string) {
  const found = commands.find((one) => one.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

/** The ID of a domain. @param domain its name or ID */
export const domainId = (client: Client, domain: string): Promise<string> => idOf(client, { list: 'domain.list' }, domain, {});
