import { z } from 'zod';
import { CloudError } from './errors.ts';
import type { CloudRequest, CloudScope } from './session.ts';

const MAX_PAGES = 1_000;
const Links = z.array(z.object({ rel: z.string(), href: z.string() }));

/**
 * All items of a list. Nova, Cinder and Neutron refer to the next page in `NAME_links`, Glance in `next`, Keystone in `links.next`; only
 * the query of the reference is used, because its host may be one that only the cloud knows.
 * @param name the field of the body with the items
 */
export async function listAll<S extends z.ZodType>(
  scope: CloudScope,
  name: string,
  item: S,
  request: Omit<CloudRequest, 'method' | 'json'>,
): Promise<z.output<S>[]> {
  const Page = z
    .object({ [name]: z.array(item), [`${name}_links`]: Links.optional(), next: z.string().nullish() })
    .extend({ links: z.union([z.object({ next: z.string().nullish() }), z.array(z.unknown())]).optional() });
  const items: z.output<S>[] = [];
  let { query } = request;
  for (let pages = 1; ; pages++) {
    const page: Record<string, unknown> = await scope.read(Page, { ...request, ...(query && { query }) });
    items.push(...(page[name] as z.output<S>[])); // by the schema above
    const next = nextPage(page, name);
    if (next === null) return items;
    const following = Object.fromEntries(new URL(next, 'http://cloud').searchParams);
    if (pages >= MAX_PAGES || following.marker === query?.marker)
      throw new CloudError({
        service: request.service,
        code: 'invalidResponse',
        message: `${request.service}: endless list ${request.path}`,
      });
    query = following;
  }
}

function nextPage(page: Record<string, unknown>, name: string): string | null {
  const links = Links.safeParse(page[`${name}_links`]);
  const href = links.data?.find(({ rel }) => rel === 'next')?.href;
  if (href !== undefined) return href;
  if (typeof page.next === 'string') return page.next;
  const { links: own } = page;
  return typeof own === 'object' && own !== null && 'next' in own && typeof own.next === 'string' ? own.next : null;
}
