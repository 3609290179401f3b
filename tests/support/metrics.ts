/** The samples of a scrape, as in `nasim_calls_total{call="auth.login",status="2xx"}` → 1. */
export function readSamples(text: string): Map<string, number> {
  const samples = text.split('\n').flatMap((entry) => {
    const [, name, value] = /^([a-z_:]+(?:\{.*\})?) (\S+)$/.exec(entry) ?? [];
    return name === undefined ? [] : [[name, Number(value)] as const];
  });
  return new Map(samples);
}

/** The names of the metrics that a scrape declares. */
export const declaredMetrics = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);

/** Scrapes a monitor. */
export async function scrape(address: string, headers: Record<string, string> = {}): Promise<Map<string, number>> {
  const response = await fetch(`${address}/metrics`, { headers });
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  return readSamples(await response.text());
}

/** The address of the monitor in the log of a program. */
export const monitorAddress = (output: string): string => /"address":"([^"]+)","msg":"monitor started"/.exec(output)?.[1] ?? '';
