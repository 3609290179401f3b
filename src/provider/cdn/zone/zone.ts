import { zone } from '../../../lib/contract/cdn/zone.ts';
import { isZoneArchive, isZoneFile } from '../../../lib/rules/cdn/zone/fileNames.ts';
import { printCsv } from '../../../lib/rules/cdn/zone/formats/csv.ts';
import { printOctodns } from '../../../lib/rules/cdn/zone/formats/octodns.ts';
import { printZone } from '../../../lib/rules/cdn/zone/print.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain, selectRecords } from '../../db/owned.ts';
import { refuse } from '../../kernel/refusal.ts';
import { loadCustomNs, loadDnsSettings, rowNotes, toData, zoneServers } from '../dns/index.ts';
import { importArchive, previewArchive, unpack } from './archive.ts';
import { checkImport, previewImport, readImport, storeImport } from './import.ts';

export const zoneHandlers = implement(zone, {
  async export({ db, account, now }, { domainId, format }) {
    const domain = await ownedDomain(db, account, domainId);
    const { defaultTtl, soaEmail } = await loadDnsSettings(db, domain);
    const rows = await selectRecords(db, domain).selectAll().execute();
    const records = rows.map((row) => ({ ...toData(row), ...rowNotes(row), ttl: row.ttl ?? ('auto' as const) }));
    const { name } = domain;
    if (format === 'csv') return { zone: printCsv(records, name), fileName: `${name}.csv`, leftOut: 0 };
    if (format === 'octodns') {
      const { text, leftOut } = printOctodns(records, { zone: name, defaultTtl });
      return { zone: text, fileName: `${name}.yaml`, leftOut };
    }
    const text = printZone(records, {
      zone: name,
      defaultTtl,
      soaEmail,
      nameServers: zoneServers(domain, await loadCustomNs(db, domain)),
      serial: domain.zoneVersion,
      now: new Date(now),
    });
    return { zone: text, fileName: `${name}.txt`, leftOut: 0 };
  },

  async import(ctx, { domainId, dryRun, zoneVersion, ...input }, { file }) {
    // Checked before the file is read, so that another customer's domain costs no work.
    const owned = await ownedDomain(ctx.db, ctx.account, domainId);
    if (!isZoneFile(file.name)) refuse(415, 'zone:error.format', { fields: { file: { key: 'zone:error.format' } } });
    const text = decode(await file.arrayBuffer());
    const read = await readImport(ctx, owned, text, input);
    const { errors } = read;
    if (dryRun) {
      ctx.changedNothing();
      const domain = await ownedDomain(ctx.db, ctx.account, domainId);
      return { imported: await previewImport(ctx, domain, read), errors };
    }
    checkImport(read);
    return ctx.write(async (writing) => {
      const imported = await storeImport(ctx, writing, domainId, read, { name: file.name, zoneVersion });
      return { imported, errors };
    });
  },

  async importArchive(ctx, { dryRun, ...input }, { file }) {
    if (!isZoneArchive(file.name)) refuse(415, 'zone:error.format', { fields: { file: { key: 'zone:error.format' } } });
    const files = await unpack(ctx, new Uint8Array(await file.arrayBuffer()));
    if (!dryRun) return importArchive(ctx, files, { ...input, dryRun });
    ctx.changedNothing();
    return { zones: await previewArchive(ctx, files, { ...input, dryRun }) };
  },
});

/** The file as text: UTF-8, with or without a byte order mark. Other encodings are refused rather than guessed. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(415, 'zone:error.encoding', { fields: { file: { key: 'zone:error.encoding' } } });
  }
}
