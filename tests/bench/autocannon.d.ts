// The package has no types; these are the parts used here.
declare module 'autocannon' {
  interface Result {
    requests: { average: number };
    /** Milliseconds. */
    latency: { p97_5: number; p99: number };
    errors: number;
    non2xx: number;
  }
  export default function autocannon(options: {
    url: string;
    connections: number /** Seconds. */;
    duration: number;
    headers: Record<string, string>;
    /** Requests a second of all connections. */
    overallRate?: number;
    /** The name of TLS, if it isn't that of the URL. */
    servername?: string;
  }): Promise<Result>;
}
