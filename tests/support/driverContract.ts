import { describe, expect, test } from 'vitest';
import { type Driver, DriverRefusal, Outdated, type Snapshot } from '../../src/provider/drivers/driver.ts';

/** A separate engine for one test, seen by its driver and directly. */
export interface Engine<S extends Snapshot> {
  driver: Driver<S, object>;
  /** The driver of another process on the same engine. */
  again(): Driver<S, object>;
  /** The engine's state of an item, read bypassing the driver, as comparable text; null: nothing. */
  loadState(id: string): Promise<string | null>;
  /** `down`: calls fail. `hang`: calls never end on their own. Returns a function that fixes it. */
  inject(how: 'down' | 'hang'): Promise<() => Promise<void>>;
}

export interface ContractOptions<S extends Snapshot> {
  make(): Promise<Engine<S>>;
  /** A state with content based on `text`. */
  state(id: string, version: number, text: string): S;
  /** A state that this engine can't accept. */
  impossible(id: string, version: number): S;
  /** Number of items that are applied at once; fewer for an engine that starts a program for each. */
  many?: number;
}

const a = 'a.example';
const soon = () => AbortSignal.timeout(5_000);
const outcome = (work: Promise<void>) =>
  work.then(
    () => 'done' as const,
    (error: unknown) => error,
  );

/** The contract of every driver (`src/provider/drivers/driver.ts`), which the reconciler depends on. */
export function driverContract<S extends Snapshot>(name: string, { make, state, impossible, many = 30 }: ContractOptions<S>): void {
  describe(`${name} keeps the contract of a driver`, () => {
    test('stores the whole state, and returns its version', async () => {
      const { driver, loadState } = await make();
      expect([await loadState(a), await driver.observe(a, soon())]).toEqual([null, null]);
      await driver.apply(state(a, 1, 'one'), soon());
      expect(await loadState(a)).toContain('one');
      await driver.apply(state(a, 4, 'four'), soon());
      expect(await loadState(a)).toContain('four');
      expect(await loadState(a)).not.toContain('one');
      expect(await driver.observe(a, soon())).toBe(4);
    });

    test('applying the same version again has no effect, even from a process that missed the first result', async () => {
      const { driver, again, loadState } = await make();
      await driver.apply(state(a, 7, 'seven'), soon());
      const before = await loadState(a);
      await driver.apply(state(a, 7, 'seven'), soon());
      await again().apply(state(a, 7, 'seven'), soon());
      expect(await loadState(a)).toBe(before);
      expect(await again().observe(a, soon())).toBe(7);
    });

    test('an older version is refused with the current one', async () => {
      const { driver, again, loadState } = await make();
      await driver.apply(state(a, 9, 'nine'), soon());
      for (const one of [driver, again()]) {
        const refused = await outcome(one.apply(state(a, 8, 'eight'), soon()));
        expect(refused).toBeInstanceOf(Outdated);
        expect((refused as Outdated).stored).toBe(9);
        expect(await outcome(one.remove({ id: a, version: 8 }, soon()))).toBeInstanceOf(Outdated);
      }
      expect(await loadState(a)).toContain('nine');
    });

    test('deletes, also twice, and also unknown items', async () => {
      const { driver, again, loadState } = await make();
      await driver.apply(state(a, 1, 'one'), soon());
      await driver.remove({ id: a, version: 2 }, soon());
      await driver.remove({ id: a, version: 2 }, soon());
      await again().remove({ id: a, version: 3 }, soon());
      await driver.remove({ id: 'never.example', version: 1 }, soon());
      expect([await loadState(a), await driver.observe(a, soon()), await loadState('never.example')]).toEqual([null, null, null]);
    });

    test('a deleted item is only restored by a newer version', async () => {
      const { driver, again, loadState } = await make();
      await driver.apply(state(a, 1, 'one'), soon());
      await driver.remove({ id: a, version: 3 }, soon());
      for (const version of [2, 3]) expect(await outcome(again().apply(state(a, version, 'late'), soon()))).toBeInstanceOf(Outdated);
      expect(await loadState(a)).toBeNull();
      await driver.apply(state(a, 4, 'four'), soon());
      expect(await loadState(a)).toContain('four');
      expect(await driver.observe(a, soon())).toBe(4);
    });

    test('of many versions at once, from two processes, the newest is kept', async () => {
      const { driver, again, loadState } = await make();
      const other = again();
      const order = [5, 12, 3, 9, 1, 11, 7, 2, 10, 6, 4, 8];
      const outcomes = await Promise.all(
        order.map((version, i) => outcome((i % 2 ? other : driver).apply(state(a, version, `v${version}.`), soon()))),
      );
      expect(outcomes[order.indexOf(12)]).toBe('done');
      for (const one of outcomes) expect(one === 'done' || one instanceof Outdated).toBe(true);
      expect(await loadState(a)).toContain('v12.');
      expect(await driver.observe(a, soon())).toBe(12);
    });

    test('many items at once are all stored', async () => {
      const { driver, again, loadState } = await make();
      const other = again();
      const ids = Array.from({ length: many }, (_, i) => `n${i}.example`);
      const removed = Math.ceil(many / 3);
      await Promise.all(ids.map((id, i) => (i % 2 ? other : driver).apply(state(id, 1, `of-${i}.`), soon())));
      await Promise.all(ids.slice(0, removed).map((id) => other.remove({ id, version: 2 }, soon())));
      for (const [i, id] of ids.entries()) {
        if (i < removed) expect(await loadState(id)).toBeNull();
        else expect(await loadState(id)).toContain(`of-${i}.`);
      }
    });

    test('an engine that is down fails the call and keeps its state; afterward the same call works', async () => {
      const { driver, loadState, inject } = await make();
      await driver.apply(state(a, 1, 'one'), soon());
      const restore = await inject('down');
      const failed = await outcome(driver.apply(state(a, 2, 'two'), soon()));
      expect(failed).toBeInstanceOf(Error);
      expect(failed instanceof Outdated || failed instanceof DriverRefusal).toBe(false);
      expect(await loadState(a)).toContain('one');
      await restore();
      await driver.apply(state(a, 2, 'two'), soon());
      expect(await loadState(a)).toContain('two');
    });

    test('a hanging call is aborted by its signal; afterward the same call works', async () => {
      const { driver, loadState, inject } = await make();
      await driver.apply(state(a, 1, 'one'), soon());
      const restore = await inject('hang');
      expect(await outcome(driver.apply(state(a, 2, 'two'), AbortSignal.timeout(100)))).toBeInstanceOf(Error);
      expect(await outcome(driver.remove({ id: a, version: 3 }, AbortSignal.timeout(100)))).toBeInstanceOf(Error);
      await restore();
      await driver.apply(state(a, 4, 'four'), soon());
      expect(await loadState(a)).toContain('four');
    });

    test('an unacceptable state is refused permanently, with a reason, and the old state is kept', async () => {
      const { driver, loadState } = await make();
      await driver.apply(state(a, 1, 'one'), soon());
      const refused = await outcome(driver.apply(impossible(a, 2), soon()));
      expect(refused).toBeInstanceOf(DriverRefusal);
      expect((refused as DriverRefusal).key).toMatch(/:reason\./);
      expect(await loadState(a)).toContain('one');
      expect(await driver.observe(a, soon())).toBe(1);
    });
  });
}
