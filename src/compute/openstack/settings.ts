import { z } from 'zod';
import { diskTypes } from '../../lib/rules/cloud/server/states.ts';

/** Where a data center of the catalog is in the cloud. */
export interface Place {
  region: string;
  /** The availability zone; null: any. */
  zone: string | null;
}

export interface OpenstackSettings {
  authUrl: string;
  username: string;
  password: string;
  userDomainId: string;
  /** The project of the service user. */
  projectName: string;
  /** The domain of that project, and of the projects of accounts. */
  projectDomainId: string;
  interface: 'public' | 'internal' | 'admin';
  /** By code of the data center. */
  places: ReadonlyMap<string, Place>;
  /** The network with the public addresses. */
  network: string;
  /** Names of projects begin with it. */
  prefix: string;
  /** The role of the service user in the projects of accounts. */
  role: string;
  /** Volume types of the cloud, by ours; those that are missing get the cloud's default. */
  volumeTypes: ReadonlyMap<string, string>;
  /** Names or IDs of images, by `type/version` of the catalog; the others are found by their properties. */
  images: ReadonlyMap<string, string>;
}

/** `key=value,key=value` */
const pairs = (text: string): [string, string][] =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').trim()];
    });

/** Names in the cloud by ours. @param hint the form of an entry, for an error */
const mapping = (hint: string, isKey: (key: string) => boolean) =>
  z
    .string()
    .default('')
    .transform((text, ctx): Map<string, string> => {
      const names = new Map(pairs(text));
      for (const [key, value] of names)
        if (value === '' || !isKey(key)) ctx.addIssue({ code: 'custom', message: `${hint}, not ${key}=${value}` });
      return names;
    });

const required = 'is required';
const name = z.string({ error: required }).min(1).max(64);
const schema = z.object({
  /** Address of Keystone, as in `https://cloud.example.com:5000/v3`. */
  OS_AUTH_URL: z.url({ protocol: /^https?$/, error: 'the address of Keystone, as in https://cloud.example.com:5000/v3' }),
  /** The service user and the project where it has its role. */
  OS_USERNAME: name,
  OS_PASSWORD: z.string({ error: required }).min(1),
  OS_PROJECT_NAME: name,
  /** IDs of the domains of the user, and of its project and the projects of accounts. */
  OS_USER_DOMAIN_ID: name.default('default'),
  OS_PROJECT_DOMAIN_ID: name.default('default'),
  /** Which endpoints of the catalog are used. */
  OS_INTERFACE: z.enum(['public', 'internal', 'admin']).default('public'),
  /** `code=region` or `code=region/zone` for each data center, as in `FRA=RegionOne/az1,AMS=RegionTwo`. */
  OS_PLACES: z.string({ error: required }).transform((text, ctx): Map<string, Place> => {
    const places = new Map<string, Place>();
    for (const [code, value] of pairs(text)) {
      const [region = '', zone] = value.split('/');
      if (code === '' || region === '' || zone === '' || places.has(code))
        ctx.addIssue({ code: 'custom', message: `code=region or code=region/zone, as in FRA=RegionOne/az1, not ${code}=${value}` });
      places.set(code, { region, zone: zone ?? null });
    }
    if (places.size === 0) ctx.addIssue({ code: 'custom', message: 'at least one data center, as in FRA=RegionOne' });
    return places;
  }),
  /** Name of the network with the public addresses, in every region. */
  OS_NETWORK: name,
  /** Names of accounts' projects begin with it. */
  OS_PROJECT_PREFIX: z.string().max(20).default('nasim-'),
  /** The role of the service user in accounts' projects. */
  OS_ROLE: name.default('admin'),
  /** Volume types of the cloud for those of the catalog, as in `ssd=ceph-ssd,nvme=ceph-nvme`; by default the cloud's own default. */
  OS_VOLUME_TYPES: mapping(`one of ${diskTypes.join(', ')}, as in ${diskTypes[0]}=name`, (type) =>
    diskTypes.some((known) => known === type),
  ),
  /** Images for systems of the catalog that don't have its properties, as in `debian/12=Debian 12 (bookworm)`. */
  OS_IMAGES: mapping('type/version=name of an image, as in debian/12=bookworm', (system) => /^[^/]+\/[^/]+$/.test(system)),
});
export const openstackVariables = Object.keys(schema.shape);

/** @throws with one line per invalid variable */
export function readOpenstackSettings(input: Readonly<Record<string, string | undefined>> = process.env): OpenstackSettings {
  const set = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const read = schema.safeParse(set);
  if (!read.success) throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const { data } = read;
  return {
    authUrl: data.OS_AUTH_URL,
    username: data.OS_USERNAME,
    password: data.OS_PASSWORD,
    userDomainId: data.OS_USER_DOMAIN_ID,
    projectName: data.OS_PROJECT_NAME,
    projectDomainId: data.OS_PROJECT_DOMAIN_ID,
    interface: data.OS_INTERFACE,
    places: data.OS_PLACES,
    network: data.OS_NETWORK,
    prefix: data.OS_PROJECT_PREFIX,
    role: data.OS_ROLE,
    volumeTypes: data.OS_VOLUME_TYPES,
    images: data.OS_IMAGES,
  };
}
