/** The path of a URL, without a slash at its end. */
export const urlPath = (url: string) => new URL(url).pathname.replace(/(.)\/$/, '$1');

interface Listed {
  url: string;
  alternates: Record<string, string>;
}
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);

/** The entries of all sitemaps of the index in robots.txt. */
export async function sitemap(portalUrl: string): Promise<Listed[]> {
  const text = async (path: string) => (await fetch(portalUrl + path)).text();
  const index = /^Sitemap: (\S+)$/m.exec(await text('/robots.txt'))?.[1] ?? '';
  const files = await Promise.all(locs(await text(urlPath(index))).map((url) => text(urlPath(url))));
  return files.flatMap((xml) =>
    xml
      .split('<url>')
      .slice(1)
      .map((entry) => ({
        url: locs(entry)[0] ?? '',
        alternates: Object.fromEntries(
          [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language = '', href = '']) => [language, href]),
        ),
      })),
  );
}
