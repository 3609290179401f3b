import type { ClickHouseAddress } from '../../../../config/clickhouseAddress.ts';
import type { LogStore } from '../logs.ts';
import { connect } from './client.ts';
import { makeReader } from './read.ts';
import { upgradeTables } from './schema.ts';
import { makeWriter } from './write.ts';

/**
 * The log store of a fleet: a database of ClickHouse, which several portals share. Its tables are made and upgraded before the first
 * request; while the server is away, requests fail with a `LogStoreFault`.
 */
export function clickhouseLogs(address: ClickHouseAddress): LogStore & { ready(): Promise<void> } {
  const clickhouse = connect(address);
  const reader = makeReader(clickhouse);
  const writer = makeWriter(clickhouse);
  let upgrading: Promise<void> | null = null;
  const ready = async (): Promise<void> => {
    upgrading ??= upgradeTables(clickhouse);
    try {
      await upgrading;
    } catch (error) {
      upgrading = null;
      throw error;
    }
  };
  const after =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await ready();
      return work(...args);
    };
  return {
    ready,
    ingest: after(writer.ingest),
    sums: after(reader.sums),
    hours: after(reader.hours),
    top: after(reader.top),
    countries: after(reader.countries),
    events: after(reader.events),
    find: after(reader.find),
    prune: after(writer.prune),
    forget: after(writer.forget),
    size: after(reader.size),
    isUp: clickhouse.isUp,
    close: () => clickhouse.close(),
  };
}
