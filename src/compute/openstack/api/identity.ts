import { z } from 'zod';
import { isCloudError } from './errors.ts';
import { parseMark, toMark } from './nasimId.ts';
import { listAll } from './paging.ts';
import type { CloudScope } from './session.ts';

/* Identity API v3 (Keystone). */

const service = 'identity';

const Project = z
  .object({
    id: z.string(),
    name: z.string(),
    domain_id: z.string(),
    enabled: z.boolean(),
    description: z.string().nullish(),
    tags: z.array(z.string()).default([]),
  })
  .transform(({ domain_id, enabled, tags, ...one }) => ({
    id: one.id,
    name: one.name,
    description: one.description ?? '',
    domainId: domain_id,
    isEnabled: enabled,
    /** The account; null: the project isn't ours. */
    nasimId: tags.map(parseMark).find((id) => id !== null) ?? null,
  }));
export type CloudProject = z.output<typeof Project>;

/** List projects: `GET /v3/projects`. @param nasimId null: all of the domain */
export const listProjects = (scope: CloudScope, domainId: string, nasimId: string | null, signal: AbortSignal): Promise<CloudProject[]> =>
  listAll(scope, 'projects', Project, {
    service,
    path: '/projects',
    query: { domain_id: domainId, tags: nasimId === null ? undefined : toMark(nasimId) },
    signal,
  });

/**
 * The project of an account: the existing one, else a new one (`POST /v3/projects`). Names are unique in a domain, so two processes make
 * only one.
 */
export async function ensureProject(
  scope: CloudScope,
  { nasimId, domainId, name, description }: { nasimId: string; domainId: string; name: string; description: string },
  signal: AbortSignal,
): Promise<CloudProject> {
  const [existing] = await listProjects(scope, domainId, nasimId, signal);
  if (existing) return existing;
  try {
    const json = { project: { name, description, domain_id: domainId, enabled: true, tags: [toMark(nasimId)] } };
    return (await scope.read(z.object({ project: Project }), { service, method: 'POST', path: '/projects', json, signal })).project;
  } catch (error) {
    if (!isCloudError(error, 'conflict')) throw error;
    const [other] = await listProjects(scope, domainId, nasimId, signal);
    // The name belongs to a project that somebody else made.
    if (!other) throw error;
    return other;
  }
}
const Named = z.object({ id: z.string(), name: z.string() });
/** List roles: `GET /v3/roles?name=`. The ID of a role; null: there is none with this name. */
export const findRoleId = async (scope: CloudScope, name: string, signal: AbortSignal): Promise<string | null> =>
  (await listAll(scope, 'roles', Named, { service, path: '/roles', query: { name }, signal }))[0]?.id ?? null;
/** Assign role to user on project: `PUT /v3/projects/{project}/users/{user}/roles/{role}`. Also succeeds when it has the role. */
export const assignRole = (
  scope: CloudScope,
  { projectId, userId, roleId }: { projectId: string; userId: string; roleId: string },
  signal: AbortSignal,
): Promise<void> => scope.send({ service, method: 'PUT', path: `/projects/${projectId}/users/${userId}/roles/${roleId}`, signal });
