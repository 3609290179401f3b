/** The applications that a new server can start with. This module has no scripts, so the browser can load it. */
export const applicationIds = ['wordpress', 'docker', 'postgresql', 'wireguard'] as const;
export type ApplicationId = (typeof applicationIds)[number];

export interface ApplicationPort {
  port: number;
  protocol: 'tcp' | 'udp';
}

export interface Application {
  id: ApplicationId;
  /** A proper name, the same in all languages. */
  name: string;
  /** Type and version of the systems that the recipe was run on. */
  systems: { type: string; version: string }[];
  /** GB that it needs at least. */
  ram: number;
  disk: number;
  /** What has to be reachable for it; firewall groups aren't changed. */
  ports: ApplicationPort[];
  /** The file in the server, readable by root only, with what was generated for it; null: nothing was. */
  file: string | null;
}

const systems = [{ type: 'debian', version: '12' }];

export const applications: readonly Application[] = [
  { id: 'wordpress', name: 'WordPress', systems, ram: 2, disk: 10, ports: [{ port: 80, protocol: 'tcp' }], file: '/root/wordpress.txt' },
  { id: 'docker', name: 'Docker', systems, ram: 1, disk: 10, ports: [], file: null },
  {
    id: 'postgresql',
    name: 'PostgreSQL',
    systems,
    ram: 2,
    disk: 10,
    ports: [{ port: 5432, protocol: 'tcp' }],
    file: '/root/postgresql.txt',
  },
  {
    id: 'wireguard',
    name: 'WireGuard',
    systems,
    ram: 1,
    disk: 10,
    ports: [{ port: 51_820, protocol: 'udp' }],
    file: '/root/wireguard-client.conf',
  },
];

export const findApplication = (id: string | null | undefined): Application | null => applications.find((one) => one.id === id) ?? null;

/** Those of the applications that run on a system. */
export const findRunnable = <A extends Pick<Application, 'systems'>>(all: readonly A[], os: { type: string; version: string }): A[] =>
  all.filter(({ systems: supported }) => supported.some(({ type, version }) => type === os.type && version === os.version));

/** `80/tcp`; several are separated by commas. Empty: it has no port. */
export const formatPorts = (ports: readonly ApplicationPort[]): string =>
  ports.map(({ port, protocol }) => `${port}/${protocol}`).join(', ');
