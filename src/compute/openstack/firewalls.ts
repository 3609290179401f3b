import type { FirewallSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { hasFailed } from '../convergence/failed.ts';
import { NotReady } from '../outcomes.ts';
import { isCloudError } from './api/errors.ts';
import {
  createSecurityGroup,
  createSecurityRules,
  deleteSecurityGroup,
  deleteSecurityRule,
  findSecurityGroupsByNasimId,
  getSecurityGroup,
  type NewSecurityRule,
  updatePort,
} from './api/network.ts';
import type { Home } from './applied.ts';
import type { Cloud } from './cloud.ts';
import { type BaseGroup, baseGroups, ruleKey, toSecurityRules } from './securityRules.ts';

/** Brings the security groups of a firewall group to its newest rules. They are made when a server first uses them. */
export async function convergeFirewall(cloud: Cloud, id: string): Promise<void> {
  const { store } = cloud;
  const entity = store.find('firewalls', id);
  if (!entity || entity.isCleared) return;
  await cloud.locks.run(`firewall:${id}`, async () => {
    const { applied, version, spec } = store.find('firewalls', id) ?? entity;
    if (entity.isRemoved) {
      for (const group of applied.groups) await removeGroup(cloud, group);
      store.clear('firewalls', id);
    } else if (!hasFailed(entity)) {
      const { allowed } = toSecurityRules(spec.rules);
      for (const group of applied.groups) await syncRules(cloud, group, group.groupId, allowed);
      store.apply('firewalls', id, { version, failure: null });
    }
  });
  // Outgoing traffic may be limited now, or not any more.
  for (const { id: serverId, spec, applied } of store.list('servers'))
    if (spec.firewalls.includes(id) || applied.firewalls.includes(id)) await applyGroups(cloud, serverId);
  cloud.core.activity.clear('firewalls', id);
}

/** Only one at a time decides which security groups a server has, by its newest state. */
export const withGroupsOf = <T>({ locks }: Cloud, serverId: string, work: () => Promise<T>): Promise<T> =>
  locks.run(`groups:${serverId}`, work);

/** Gives the public interface of a server the security groups of its firewall groups. */
export const applyGroups = (cloud: Cloud, id: string): Promise<void> =>
  withGroupsOf(cloud, id, async () => {
    const { spec, applied } = cloud.store.get('servers', id) ?? {};
    const portId = applied?.ports.find(({ networkId }) => networkId === null)?.portId;
    if (!spec || !applied?.home || portId === undefined) return;
    const groupIds = await groupsOf(cloud, applied.home, spec.firewalls);
    if (groupIds.join() !== applied.groupIds.join())
      await updatePort(cloud.scope(applied.home), portId, { securityGroupIds: groupIds }, cloud.signal);
    cloud.store.apply('servers', id, { firewalls: spec.firewalls, groupIds });
  });

async function removeGroup(cloud: Cloud, group: Home & { groupId: string }): Promise<void> {
  await deleteSecurityGroup(cloud.scope(group), group.groupId, cloud.signal).catch((error: unknown) => {
    if (isCloudError(error, 'conflict')) throw cloud.inUse('a server still uses the group');
    throw error;
  });
}

/** The security groups of a server's public interface. */
export async function groupsOf(cloud: Cloud, home: Home, firewalls: readonly string[]): Promise<string[]> {
  if (firewalls.length === 0) return [await ensureBaseGroup(cloud, home, 'open')];
  const specs = firewalls.map((id) => {
    const entity = cloud.store.get('firewalls', id);
    if (!entity) throw new NotReady(`no firewall group ${id}`);
    return entity.spec;
  });
  const { open } = toSecurityRules(specs.flatMap(({ rules }) => rules));
  const ids: string[] = [];
  for (const spec of specs) ids.push(await ensureGroup(cloud, home, spec));
  if (open.ipv4) ids.push(await ensureBaseGroup(cloud, home, 'egress4'));
  if (open.ipv6) ids.push(await ensureBaseGroup(cloud, home, 'egress6'));
  return ids.sort();
}

const ensureGroup = (cloud: Cloud, home: Home, { id }: FirewallSpec): Promise<string> =>
  cloud.locks.run(`firewall:${id}`, async () => {
    const entity = cloud.store.get('firewalls', id);
    if (!entity) throw new NotReady(`no firewall group ${id}`);
    const known = entity.applied.groups.find(({ projectId, region }) => projectId === home.projectId && region === home.region);
    if (known) return known.groupId;
    const groupId = await findOrCreate(cloud, home, id);
    await syncRules(cloud, home, groupId, toSecurityRules(entity.spec.rules).allowed);
    cloud.store.apply('firewalls', id, { groups: [...entity.applied.groups, { ...home, groupId }] });
    return groupId;
  });

/** A group that isn't of a customer. */
export const ensureBaseGroup = (cloud: Cloud, home: Home, name: BaseGroup): Promise<string> =>
  cloud.locks.run(`group:${home.region}:${home.projectId}:${name}`, async () => {
    const fact = `group ${home.region} ${home.projectId} ${name}`;
    const known = cloud.store.fact(fact);
    if (known !== null) return known;
    const groupId = await findOrCreate(cloud, home, name);
    await syncRules(cloud, home, groupId, baseGroups[name]);
    cloud.store.setFact(fact, groupId);
    return groupId;
  });

/** A group whose creation wasn't answered is found by its ID. */
async function findOrCreate(cloud: Cloud, home: Home, nasimId: string): Promise<string> {
  const scope = cloud.scope(home);
  const [found] = await findSecurityGroupsByNasimId(scope, nasimId, cloud.signal);
  return (found ?? (await createSecurityGroup(scope, { nasimId, name: `nasim-${nasimId}` }, cloud.signal))).id;
}

/** Neutron allows all outgoing traffic in a new group, which is removed here too. */
async function syncRules(cloud: Cloud, home: Home, groupId: string, wanted: readonly NewSecurityRule[]): Promise<void> {
  const scope = cloud.scope(home);
  const group = await getSecurityGroup(scope, groupId, cloud.signal);
  if (!group) throw cloud.inUse(`security group ${groupId} doesn't exist`);
  const present = new Map(group.rules.filter(({ remoteGroupId }) => remoteGroupId === null).map((rule) => [ruleKey(rule), rule.id]));
  const missing = wanted.filter((rule) => !present.has(ruleKey(rule)));
  // First what opens, so that nothing that stays allowed is interrupted.
  if (missing.length > 0) await createSecurityRules(scope, groupId, missing, cloud.signal);
  const keys = new Set(wanted.map(ruleKey));
  for (const [key, id] of present) if (!keys.has(key)) await deleteSecurityRule(scope, id, cloud.signal);
}
