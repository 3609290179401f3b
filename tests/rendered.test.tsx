import { Suspense, use } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { renderIn, setPageData } from '../src/adapter/regions.ts';
import DomainList from '../src/islands/cdn/domain/DomainList.tsx';
import { type Domain, domain } from '../src/lib/contract/cdn/domain.ts';
import { formatAge } from '../src/lib/format/date.ts';
import { automaticRegion, type Region } from '../src/lib/format/region.ts';
import type { Locale } from '../src/lib/i18n/locales.ts';
import { translator } from '../src/lib/i18n/server.ts';
import type { PageData } from '../src/lib/page.ts';
import { listedDomains } from '../src/lib/reads.ts';

const domainNamed = (name: string): Domain =>
  ({
    id: '01930000-0000-7000-8000-00000000d001',
    name,
    status: 'active',
    plan: 'free',
    setupMode: 'ns',
    records: 1234,
    dateAdded: '2026-03-20T22:00:00.000Z',
    nameServers: ['ns1.example', 'ns2.example'],
  }) as Domain; // what the list shows

function createPageData(locale: Locale, names: readonly string[] | null): PageData {
  const domains = names?.map(domainNamed) ?? [];
  const reads = names ? [{ key: [...domain.list.id, listedDomains], data: { domains, total: domains.length } }] : [];
  return { locale, at: null, texts: {}, session: null, profile: null, balance: null, reads, zone: '' };
}

function Pause({ until }: { until: Promise<void> }) {
  use(until);
  return null;
}

/** A page that has its list before and after something that takes long. */
const render = (region: Region, search: string, page: PageData, until: Promise<void>): Promise<string> =>
  renderIn(region, search, async () => {
    await Promise.resolve();
    setPageData(page);
    const stream = await renderToReadableStream(
      <Suspense>
        <DomainList />
        <Pause until={until} />
        <DomainList />
      </Suspense>,
    );
    await stream.allReady;
    return new Response(stream).text();
  });

describe('pages that a server renders at the same time', () => {
  test('have the rows, language, region and view of their own request', async () => {
    let goOn = () => {};
    const later = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const slow = render(
      { timeZone: 'Asia/Tehran', calendar: 'auto', digits: 'auto' },
      '',
      createPageData('fa', ['sara.example', 'sara2.example']),
      later,
    );
    const quick = await render(
      { ...automaticRegion, timeZone: 'America/New_York' },
      '?q=o2',
      createPageData('en', ['leo.example', 'leo2.example']),
      Promise.resolve(),
    );
    goOn();
    const persian = await slow;
    for (const text of ['leo2.example', 'Mar 20, 2026', '1,234', translator('en')('domain:column.plan')]) expect(quick).toContain(text);
    for (const text of ['sara', '>leo.example', '۱', translator('fa')('domain:column.plan')]) expect(quick).not.toContain(text);
    for (const text of ['sara.example', 'sara2.example', '۱ فروردین ۱۴۰۵', '۱٬۲۳۴', translator('fa')('domain:column.plan')])
      expect(persian.split(text).length - 1).toBeGreaterThanOrEqual(2);
    for (const text of ['leo', '2026,', translator('en')('domain:column.plan')]) expect(persian).not.toContain(text);
  });

  test('say ages at the time of their data', async () => {
    const page = { ...createPageData('en', []), at: '2026-03-20T22:04:00.000Z', zone: 'UTC' };
    const age = await renderIn(automaticRegion, '', async () => {
      setPageData(page);
      return formatAge('2026-03-20T22:00:00.000Z', 'en');
    });
    expect(age).toBe('4 minutes ago');
  });

  test('say that the list loads when it could not be read in time', async () => {
    const html = await render(automaticRegion, '', createPageData('en', null), Promise.resolve());
    expect(html).toContain('skeleton');
    expect(html).not.toContain('<tbody');
  });

  test('have the first rows of a long list, at its full height', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `d${String(index).padStart(3, '0')}.example`);
    const html = await render(automaticRegion, '', createPageData('en', names), Promise.resolve());
    expect(html).toContain('>d029.example<');
    expect(html).not.toContain('>d030.example<');
    expect(html).toContain(`block-size:${170 * 52}px`);
  });
});
