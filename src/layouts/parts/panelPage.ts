import { type PageRead, type PanelData, panelData } from '../../adapter/panel.ts';
import type { Reader } from '../../adapter/reads.ts';
import { setPageData } from '../../adapter/regions.ts';
import { announcement } from '../../lib/contract/core/announcement.ts';
import { provider } from '../../lib/contract/core/provider.ts';
import { currentRegion } from '../../lib/format/region.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { CACHED_TEXTS_HEADER, readPersistedShell } from '../../lib/persistedShell.ts';
import type { Area } from '../../lib/rules/core/areas.ts';
import { routeNamespaces } from './pageTexts.ts';

/** The `Astro` of a page or layout. */
interface PanelRequest {
  locals: { locale: Locale; session: { userId: string; expiresAt: number } | null; read: Reader; lacks?: readonly Area[] };
  request: Request;
  routePattern: string;
}

export interface PanelPage {
  data: PanelData;
  /** On navigation inside the panel: the namespaces that the browser already has. Null: a whole page is wanted. */
  persisted: ReadonlySet<string> | null;
  /** What the shell shows; null if it stays. */
  able: Awaited<ReturnType<typeof capabilities>> | null;
  announced: Awaited<ReturnType<typeof announcements>>;
}

const capabilities = (read: Reader) => read(provider.capabilities, {});
const announcements = (read: Reader) => read(announcement.list, {});

/** All reads of a panel page and of its shell, at the same time. */
export async function panelPage({ locals, request, routePattern }: PanelRequest, reads: readonly PageRead[]): Promise<PanelPage> {
  const persisted = readPersistedShell(request.headers.get(CACHED_TEXTS_HEADER), locals.locale);
  const [data, able, announced] = await Promise.all([
    panelData(locals, routeNamespaces(routePattern), reads, persisted),
    persisted ? null : capabilities(locals.read),
    announcements(locals.read),
  ]);
  return { data, persisted, able, announced };
}

/**
 * The same for a page whose island the server renders too. The page passes it to its layout: Astro renders what is inside of a layout
 * before the layout's own reads. Only for whole pages (`persisted` null): on navigation inside the panel the script is already there.
 */
export async function renderedPage(astro: PanelRequest, reads: readonly PageRead[] = []): Promise<PanelPage> {
  const page = await panelPage(astro, reads);
  if (page.persisted) return page;
  page.data.page.zone = currentRegion().timeZone;
  setPageData(page.data.page);
  return page;
}
