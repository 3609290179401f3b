/** The name that a request is for. */
export interface Host {
  /** Lower case, without a port and without the preview zone. */
  name: string;
  /** Opened at its preview address. */
  isPreview: boolean;
}

const shape = /^([a-z0-9_.-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Reads a `Host` header, an `:authority` or the name of a TLS handshake. Null: not a host. */
export function readHost(text: string | undefined, zone: string): Host | null {
  const [, host] = shape.exec(text ?? '') ?? [];
  if (host === undefined) return null;
  const name = host.toLowerCase().replace(/\.$/, '');
  const suffix = `.${zone}`;
  return name.endsWith(suffix) ? { name: name.slice(0, -suffix.length), isPreview: true } : { name, isPreview: false };
}
