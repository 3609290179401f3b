interface UserAgentData {
  brands: { brand: string; version: string }[];
  mobile: boolean;
  platform: string;
}

/** Client hints in our own headers, because scripts can't set `Sec-CH-UA…`. Empty if unknown. */
export function clientHints(): Record<string, string> {
  const data = typeof navigator === 'undefined' ? undefined : (navigator as Navigator & { userAgentData?: UserAgentData }).userAgentData; // not in TypeScript's DOM yet
  if (!data) return {};
  return {
    'x-ch-ua': data.brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', '),
    'x-ch-ua-mobile': data.mobile ? '?1' : '?0',
    'x-ch-ua-platform': `"${data.platform}"`,
  };
}
