/** The kinds of desired state, as the database stores them. The manifests of the lines bind each to its engine. */
export const desiredKinds = ['backup', 'edge', 'network', 'server', 'serverFirewall', 'serverImage', 'volume', 'zone'] as const;
export type DesiredKind = (typeof desiredKinds)[number];
