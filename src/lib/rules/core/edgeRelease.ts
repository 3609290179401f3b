/** Headers of every message between an edge and the portal: the releases of both. Absent: a release without them. */
export const edgeReleaseHeader = 'x-edge-release';
export const portalReleaseHeader = 'x-portal-release';

function releaseParts(release: string): [major: number, minor: number] | null {
  const [major = NaN, minor = NaN] = release.split('.').map(Number);
  return Number.isInteger(major) && Number.isInteger(minor) ? [major, minor] : null;
}

/**
 * Whether a portal and an edge of these releases understand each other: at most one minor release apart, or the first one of the next
 * major release. Null: a release before they were sent.
 */
export function areCompatible(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return true;
  const [one, other] = [releaseParts(a), releaseParts(b)];
  if (!one || !other) return a === b;
  const [older, newer] = one[0] < other[0] ? [one, other] : [other, one];
  if (older[0] === newer[0]) return Math.abs(older[1] - newer[1]) <= 1;
  return newer[0] - older[0] === 1 && newer[1] === 0;
}
