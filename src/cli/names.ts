/** Names that the path of a call doesn’t give, by the ID of the operation. */
const exceptions: Readonly<Record<string, string>> = {
  'cache.delete': 'domain cache purge',
  'cache.deleteHistory': 'domain cache purge-history',
  'dnssec.cancelRoll': 'domain dnssec cancel-roll',
  'zone.importArchive': 'domain dns import-archive',
  'firewall.countryGet': 'domain firewall country-get',
  'firewall.countryUpdate': 'domain firewall country-update',
  'https.clientCertificate': 'domain https set-client-certificate',
  'server.sshKeys': 'server installed-ssh-keys',
  'server.price': 'server price',
  'wallet.balance': 'finance wallet balance',
  'wallet.charges': 'finance wallet charges',
  'ticket.diagnostics': 'ticket diagnostics get',
  'serverOrder.create': 'server create',
  'serverOrder.quote': 'server quote',
  'serverOrder.like': 'server order-like',
  'spaceKey.list': 'server space key list',
  'spaceKey.links': 'server space link list',
  'spaceLifecycle.get': 'server space lifecycle get',
  'spaceObject.list': 'server space object list',
  'spaceObject.get': 'server space object get',
  'spaceObject.upload': 'server space object upload',
  'spaceObject.abort': 'server space object abort-upload',
  'spaceObject.link': 'server space link create',
  'spaceVersion.list': 'server space version list',
  'spaceVersion.deleted': 'server space version deleted',
  'space.credentials': 'server space credentials',
  'space.roll': 'server space roll-credentials',
  'space.setAccess': 'server space set-access',
  'space.setVersioning': 'server space set-versioning',
};

/** One verb for one thing to do, whatever the path calls it. */
const verbs: Readonly<Record<string, string>> = { add: 'create', edit: 'update', remove: 'delete', set: 'update' };
/** Segments of paths that say nothing to a user. */
const silent: ReadonlySet<string> = new Set(['manage', 'general', 'action']);
const renamed: Readonly<Record<string, string>> = { path: 'page-rule', fin: 'finance' };

/** `sshKey` → `ssh-key`. */
export const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

/** The words of a command: area, thing and verb, as in `domain dns create`. */
export function commandName({ id, path }: { id: string; path: string }): string {
  const known = exceptions[id];
  if (known !== undefined) return known;
  const segments = path
    .split('/')
    .filter((segment) => segment !== '' && !silent.has(segment))
    .map((segment) => renamed[segment] ?? kebab(segment));
  if (segments[0] === 'version') segments.unshift('domain');
  const verb = segments.pop() ?? '';
  return [...segments, verbs[verb] ?? verb].join(' ');
}
