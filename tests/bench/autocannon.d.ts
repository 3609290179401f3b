// The package has no types; these are the parts used here.
declare module 'autocannon' {
  interface Result {
    requests: { average: number };
    /** Milliseconds. */
    latency: { p97_5: number };
    errors: number;
    non2xx: number;
  }
  export default function autocannon(options: {
    url: string;
    connections: number /** Seconds. */;
    duration: number;
    headers: Record<string, string>;
  }): Promise<Result>;
}
