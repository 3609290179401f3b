import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type ClickHouseAddress, toClickHouseAddress } from '../../src/config/clickhouseAddress.ts';
import { connect } from '../../src/provider/drivers/logs/clickhouse/client.ts';

/** Whether there is a ClickHouse for tests: the server of CLICKHOUSE_URL, or the engine that CHDB_PATH has. */
export const hasClickHouse = Boolean(process.env.CLICKHOUSE_URL || process.env.CHDB_PATH);

/** Ends the process with the engine. */
let end = () => {};
let started: Promise<ClickHouseAddress> | null = null;

/** The server of CLICKHOUSE_URL, or a process with the engine for the tests of this file. */
const server = (): Promise<ClickHouseAddress> => {
  const configured = process.env.CLICKHOUSE_URL;
  if (configured) {
    const address = toClickHouseAddress(configured);
    if (!address) throw new Error('CLICKHOUSE_URL is not valid');
    return Promise.resolve(address);
  }
  started ??= startEngine();
  return started;
};

async function startEngine(): Promise<ClickHouseAddress> {
  const child = fork(new URL('./clickhouseProcess.mjs', import.meta.url), { stdio: 'inherit' });
  end = () => child.disconnect();
  const [origin] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the engine of CHDB_PATH did not start');
    }),
  ]);
  // It doesn’t keep the process of a test open, and ends with it.
  child.unref();
  child.channel?.unref();
  return { origin: String(origin), username: 'default', password: '', database: 'default' };
}

let n = 0;
/** A database of its own. @returns its address, and functions that delete it and end the engine */
export async function newClickHouse(): Promise<{ address: ClickHouseAddress; drop(): Promise<void>; end(): void }> {
  const address = await server();
  const database = `nasim_test_${process.pid}_${++n}`;
  const clickhouse = connect(address);
  await clickhouse.command(`create database ${database}`);
  return {
    address: { ...address, database },
    end,
    async drop() {
      await clickhouse.command(`drop database ${database}`);
      await clickhouse.close();
    },
  };
}
