import { type AsnResponse, type CountryResponse, open } from 'maxmind';

export interface Place {
  /** Two capital letters; empty: unknown. */
  country: string;
  /** As `Continent` of rules/cdn/edge/fleet.ts; empty: unknown. */
  continent: string;
  asn: number | undefined;
}
export type Locate = (ip: string) => Place;

/** Countries, continents and AS numbers from the operator's database; without one, all are unknown. @throws when it can't be read */
export async function openGeo(path: string | undefined): Promise<Locate> {
  if (!path) return () => ({ country: '', continent: '', asn: undefined });
  const reader = await open<CountryResponse & AsnResponse>(path);
  return (ip) => {
    const found = reader.get(ip);
    return {
      country: found?.country?.iso_code ?? '',
      continent: found?.continent?.code ?? '',
      asn: found?.autonomous_system_number,
    };
  };
}
