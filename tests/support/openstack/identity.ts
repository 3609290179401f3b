import { CloudFault, type CloudState, hexId, type ProjectRow, type Route } from './cloud.ts';

const TOKEN_MS = 3_600_000;
const missing = (kind: string, id: string) => new CloudFault(404, 'Not Found', `Could not find ${kind}: ${id}.`);

/** @param endpoints the address of each type of service, for the project */
export function identityRoutes(state: CloudState, endpoints: (projectId: string) => Readonly<Record<string, string>>): Route[] {
  const admin = (isAdmin: boolean) => {
    if (!isAdmin) throw new CloudFault(403, 'Forbidden', 'You are not authorized to perform the requested action.');
  };
  const project = (id = ''): ProjectRow => {
    const row = state.projects.get(id);
    if (!row) throw missing('project', id);
    return row;
  };
  return [
    [
      'POST',
      /^\/auth\/tokens$/,
      ({ body }) => {
        const { user } = body.auth.identity.password;
        const scope = body.auth.scope.project;
        const row = [...state.projects.values()].find(({ id, name }) => id === scope.id || (scope.id === undefined && name === scope.name));
        const isUser = user.name === state.user.name && user.password === state.user.password;
        if (!isUser || !row?.enabled || !state.hasRole(row.id))
          throw new CloudFault(401, 'Unauthorized', 'The request you have made requires authentication.');
        const value = `gAAAAA${hexId()}`;
        const now = state.clock();
        state.tokens.set(value, { projectId: row.id, expiresAt: now + TOKEN_MS });
        const times = { issued_at: isoMicroseconds(now), expires_at: isoMicroseconds(now + TOKEN_MS) };
        const catalog = Object.entries(endpoints(row.id)).map(([type, url]) => ({
          type,
          name: type,
          id: hexId(),
          endpoints: ['public', 'internal', 'admin'].map((kind) => ({
            id: hexId(),
            interface: kind,
            region_id: 'RegionOne',
            region: 'RegionOne',
            url,
          })),
        }));
        const domain = { id: 'default', name: 'Default' };
        const token = {
          methods: ['password'],
          user: { id: state.user.id, name: state.user.name, domain, password_expires_at: null },
          audit_ids: [hexId().slice(0, 22)],
          ...times,
          project: { id: row.id, name: row.name, domain },
          is_domain: false,
          roles: state.roles.filter(({ id }) => state.assignments.has(`${row.id} ${state.user.id} ${id}`)),
          catalog,
        };
        return { status: 201, body: { token }, headers: { 'x-subject-token': value } };
      },
    ],
    [
      'GET',
      /^\/projects$/,
      ({ isAdmin, query, base }) => {
        admin(isAdmin);
        const tags = query.get('tags')?.split(',') ?? [];
        const rows = [...state.projects.values()].filter(
          (row) =>
            tags.every((tag) => row.tags.includes(tag)) &&
            (query.get('domain_id') ?? row.domain_id) === row.domain_id &&
            (query.get('name') ?? row.name) === row.name,
        );
        return {
          body: { projects: rows.map((row) => withLinks(row, base)), links: { next: null, self: `${base}/projects`, previous: null } },
        };
      },
    ],
    [
      'POST',
      /^\/projects$/,
      ({ isAdmin, body, base }) => {
        admin(isAdmin);
        const { name, description = '', tags = [] } = body.project;
        if ([...state.projects.values()].some((row) => row.name === name))
          throw new CloudFault(
            409,
            'Conflict',
            `Conflict occurred attempting to store project - it is not permitted to have two projects with the same name in the same domain : ${name}.`,
          );
        return { status: 201, body: { project: withLinks(Object.assign(state.addProject(name, [], tags), { description }), base) } };
      },
    ],
    ['GET', /^\/projects\/(\w+)$/, ({ params, base }) => ({ body: { project: withLinks(project(params[0]), base) } })],
    [
      'PATCH',
      /^\/projects\/(\w+)$/,
      ({ isAdmin, params, body, base }) => {
        admin(isAdmin);
        return { body: { project: withLinks(Object.assign(project(params[0]), body.project), base), extra: {} } };
      },
    ],
    [
      'DELETE',
      /^\/projects\/(\w+)$/,
      ({ isAdmin, params }) => {
        admin(isAdmin);
        state.projects.delete(project(params[0]).id);
        return { status: 204 };
      },
    ],
    [
      'PUT',
      /^\/projects\/(\w+)\/users\/(\w+)\/roles\/(\w+)$/,
      ({ isAdmin, params }) => {
        admin(isAdmin);
        const [projectId, userId, roleId] = params;
        if (!state.roles.some(({ id }) => id === roleId)) throw missing('role', roleId ?? '');
        if (userId !== state.user.id) throw missing('user', userId ?? '');
        state.assignments.add(`${project(projectId).id} ${userId} ${roleId}`);
        return { status: 204 };
      },
    ],
    [
      'GET',
      /^\/(domains|roles)$/,
      ({ params: [kind = ''], query, base }) => {
        const rows = (kind === 'domains' ? state.domains : state.roles).filter(({ name }) => name === (query.get('name') ?? name));
        return { body: { [kind]: rows, links: { next: null, self: `${base}/${kind}`, previous: null } } };
      },
    ],
  ];
}

const withLinks = (row: ProjectRow, base: string) => ({ ...row, links: { self: `${base}/projects/${row.id}` } });
const isoMicroseconds = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');
