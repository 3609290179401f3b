import type { z } from 'zod';
import type { zone } from '../../../lib/contract/cdn/zone.ts';
import { zoneNames } from '../../../lib/rules/cdn/zone/exporters.ts';
import type { SignedIn } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomains, ownedDomainsById } from '../../db/owned.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import { WorkerLimit } from '../../kernel/workers/pool.ts';
import { workerTask } from '../../kernel/workers/task.ts';
import { checkImport, previewImport, type ReadImport, readImport, storeImport } from './import.ts';
import { withinLimits } from './read.ts';
import type * as task from './unpack.task.ts';
import { type Unpacked, unpackLimits } from './unpack.task.ts';

const zoneUnpack = workerTask<typeof task>({
  name: 'zone.unpack',
  module: new URL('./unpack.task.ts', import.meta.url),
  deadlineMs: 10_000,
});

type Input = z.output<typeof zone.importArchive.input>;
type Archived = z.input<typeof zone.importArchive.output>['zones'][number];
/** A file of the archive that can be imported, and its domain. */
interface Ready {
  file: string;
  domain: OwnedDomain;
  read: ReadImport;
}

/** Milliseconds for reading all files of an archive. */
const READ_MS = 20_000;

const nothing = { exporter: null, created: 0, updated: 0, deleted: 0, skipped: 0, refused: 0, noted: 0, doubted: 0, warned: 0 };
const MB = 1024 * 1024;

/** The files of an archive. @throws Refusal 422 when it isn't one or has too much */
export async function unpack({ services, account, signal }: SignedIn, bytes: Uint8Array): Promise<Unpacked> {
  const found = await withinLimits(services.workers.run(zoneUnpack, { bytes }, { customer: account.id, signal }));
  if (typeof found !== 'string') return found;
  const params = { files: unpackLimits.files, file: unpackLimits.file / MB, all: unpackLimits.all / MB };
  return refuse(422, found, { params, fields: { file: { key: found, params } } });
}

/** Reads the files of an archive for the customer's domains. @throws Refusal 422 `zone:error.slow` when all of them take too long */
async function readArchive(ctx: SignedIn, files: Unpacked, input: Input): Promise<{ ready: Ready[]; others: Archived[] }> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new WorkerLimit('the files of an archive took too long')), READ_MS);
  try {
    return await withinLimits(readFiles({ ...ctx, signal: AbortSignal.any([ctx.signal, stop.signal]) }, files, input));
  } finally {
    clearTimeout(timer);
  }
}

/** Each domain gets one file. */
async function readFiles(ctx: SignedIn, files: Unpacked, input: Input): Promise<{ ready: Ready[]; others: Archived[] }> {
  const owned = await ownedDomains(ctx.db, ctx.account).select(['domain.id', 'domain.name']).execute();
  const ids = new Map(owned.map(({ id, name }) => [name, id] as const));
  const ready: Ready[] = [];
  const others: Archived[] = [];
  const restored = new Set<string>();
  for (const packed of files) {
    ctx.signal.throwIfAborted();
    const { name: file, text } = packed;
    const names = text === null ? [] : zoneNames(text, file);
    const known = names.find((name) => ids.has(name));
    const zoneName = known ?? names[0] ?? '';
    const domainId = known === undefined ? null : (ids.get(known) ?? null);
    const leave = (status: 'refused' | 'unknown', message: string) =>
      others.push({ file, zone: zoneName, domainId, status, message, ...nothing });
    if (packed.text === null) leave('refused', ctx.t(packed.why));
    else if (domainId === null)
      leave('unknown', ctx.t(zoneName === '' ? 'zone:archive.noName' : 'zone:archive.noDomain', { name: zoneName }));
    else if (restored.has(domainId)) leave('refused', ctx.t('zone:archive.twice', { name: zoneName }));
    else {
      restored.add(domainId);
      const [domain] = await ownedDomainsById(ctx.db, ctx.account, [domainId]);
      if (!domain) continue;
      const read = await readOne(ctx, domain, packed.text, input);
      if (typeof read === 'string') leave('refused', read);
      else ready.push({ file, domain, read });
    }
  }
  return { ready, others };
}

/** @returns also why a file is too much to be read */
async function readOne(ctx: SignedIn, domain: OwnedDomain, text: string, input: Input): Promise<ReadImport | string> {
  try {
    return await readImport(ctx, domain, text, input);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'zone:error.slow') return ctx.t(error.code);
    throw error;
  }
}

/** Why a file can't be imported; empty when it can. */
function archiveFault(ctx: SignedIn, read: ReadImport): string {
  try {
    checkImport(read);
    return '';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return ctx.t(error.code, error.details.params);
  }
}

const byFile = (a: Archived, b: Archived): number => (a.file < b.file ? -1 : 1);

const formatArchived = (
  { file, domain }: Ready,
  status: Archived['status'],
  message: string,
  counts: Omit<typeof nothing, 'exporter'> & Pick<Archived, 'exporter'>,
): Archived => {
  const { exporter, created, updated, deleted, skipped, refused, noted, doubted, warned } = counts;
  const base = { file, zone: domain.name, domainId: domain.id, status, message };
  return { ...base, exporter, created, updated, deleted, skipped, refused, noted, doubted, warned };
};

/** What the import of an archive would do. */
export async function previewArchive(ctx: SignedIn, files: Unpacked, input: Input): Promise<Archived[]> {
  const { ready, others } = await readArchive(ctx, files, input);
  const zones: Archived[] = [];
  for (const one of ready) {
    // Readings are chosen for all files at once, so a missing choice isn't a fault yet.
    const message = archiveFault(ctx, { ...one.read, input: { reading: 'meant', ...one.read.input } });
    zones.push(formatArchived(one, message === '' ? 'ready' : 'refused', message, await previewImport(ctx, one.domain, one.read)));
  }
  return [...zones, ...others].sort(byFile);
}

/** Imports the files that can be, in one transaction. */
export async function importArchive(ctx: SignedIn, files: Unpacked, input: Input) {
  const { ready, others } = await readArchive(ctx, files, input);
  const judged = ready.map((one) => ({ one, message: archiveFault(ctx, one.read) }));
  const good = judged.filter(({ message }) => message === '').map(({ one }) => one);
  const left = judged
    .filter(({ message }) => message !== '')
    .map(({ one, message }) => formatArchived(one, 'refused', message, { ...nothing }));
  if (good.length === 0) refuse(422, 'zone:error.archiveNothing', { fields: { file: { key: 'zone:error.archiveNothing' } } });
  return ctx.write(async (writing) => {
    const zones: Archived[] = [];
    for (const one of good)
      zones.push(formatArchived(one, 'imported', '', await storeImport(ctx, writing, one.domain.id, one.read, { name: one.file })));
    return { zones: [...zones, ...left, ...others].sort(byFile) };
  });
}
