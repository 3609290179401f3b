import { checkMoney } from './money.ts';
import { finder, type RawStore } from './raw.ts';
import { IMPORT_RECORDS, type Journal } from './writers.ts';

/** The invariants of the store after any crash. @returns the violations */
export async function checkStore(store: RawStore, journal: Journal): Promise<string[]> {
  const faults: string[] = [];
  const none = finder(store, faults);

  if (store.kind === 'sqlite') {
    const [integrity] = await store.all<{ integrity_check: string }>('pragma integrity_check');
    if (integrity?.integrity_check !== 'ok') faults.push(`integrity_check: ${integrity?.integrity_check}`);
    await none('foreign keys', 'pragma foreign_key_check');
  }
  faults.push(...(await checkMoney(store)));
  await none('payments without a domain', `select id from "ledgerEntry" where kind = 'usage' and reference not in (select id from domain)`);
  await none(
    'domains that count their records wrongly',
    'select name, "recordCount" from domain where "recordCount" <> (select count(*) from "dnsRecord" where "domainId" = domain.id)',
  );
  await none(
    'records that no entry of the change log tells of',
    `select name from "dnsRecord" where name like 'crash-%' and not exists (select 1 from "changeLog" where action = 'create' and "entityType" = 'dnsRecord' and "entityId" = "dnsRecord".id)`,
  );
  await none(
    'entries of the change log that tell of a record which never was',
    `select "entityId" from "changeLog" as made where action = 'create' and "entityType" = 'dnsRecord' and "entityId" not in (select id from "dnsRecord") and not exists (select 1 from "changeLog" where action = 'delete' and "entityId" = made."entityId")`,
  );
  await none(
    'records whose version is not the number of their changes',
    `select id, version from "dnsRecord" where version <> 1 + (select count(*) from "changeLog" where action = 'update' and "entityId" = "dnsRecord".id)`,
  );
  await none(
    'zones that are not wanted as they are stored',
    'select name, "zoneVersion", "wantedVersion" from domain left join desired on desired.id = \'zone:\' || name where "wantedVersion" is null or "wantedVersion" <> "zoneVersion" or "isRemoved" <> 0 or "domainId" <> domain.id',
  );
  await none(
    'imports without an entry, or entries without an import',
    `select name, "recordCount" from domain where name like 'zone%' and "recordCount" <> ${IMPORT_RECORDS} * (select count(*) from "changeLog" where action = 'import' and "domainId" = domain.id)`,
  );

  const logged = new Map<string, number>();
  for (const { requestId } of await store.all<{ requestId: string }>('select "requestId" from "changeLog"'))
    logged.set(requestId, (logged.get(requestId) ?? 0) + 1);
  const wrong = journal.requestIds.filter((id) => logged.get(id) !== 1);
  if (wrong.length > 0) faults.push(`${wrong.length} acknowledged changes without one entry in the change log`);
  return faults;
}
