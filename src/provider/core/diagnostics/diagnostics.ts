import { createHash } from 'node:crypto';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { iso } from '../../../lib/time.ts';
import { ownedChanges, ownedTasks } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { isSecretName, MASK, maskSecrets } from '../../kernel/secrets.ts';
import { changeColumns, showEntry } from '../log/entries.ts';
import type { DiagnosticsPart, DiagnosticsSubject, Registry } from '../registry.ts';

/** Entries of a section. */
const MOST = 200;
/** Characters of a value. */
const LONGEST = 300;
const CHANGES = 15;
const FAILURES = 5;

/** A part as it is shown and stored. The title is a text key, so that everybody reads it in their own language. */
export interface DiagnosticsSection {
  title: TKey;
  entries: { name: string; value: string }[];
}

/**
 * What support needs to know of something: what the lines report of it, then its last changes and failed tasks. No secrets.
 * @param db in the transaction of a call that keeps it
 * @returns the same digest (SHA-256, hex) for the same sections
 */
export async function collectDiagnostics(
  db: Db | Tx,
  registry: Registry,
  account: Account,
  subject: DiagnosticsSubject,
): Promise<{ sections: DiagnosticsSection[]; digest: string }> {
  const parts: DiagnosticsPart[] = [];
  for (const line of registry.lines) parts.push(...((await line.diagnostics?.(db, account, subject)) ?? []));
  parts.push(await loadChangesPart(db, account, subject), await loadFailuresPart(db, account, subject));
  const sections = parts.map(({ title, facts }) => ({ title, entries: factEntries(facts) })).filter(({ entries }) => entries.length > 0);
  return { sections, digest: createHash('sha256').update(JSON.stringify(sections)).digest('hex') };
}

export const showSections = (sections: readonly DiagnosticsSection[], t: Translate) =>
  sections.map(({ title, entries }) => ({ title: t(title), entries }));

async function loadChangesPart(db: Db | Tx, account: Account, { kind, id }: DiagnosticsSubject): Promise<DiagnosticsPart> {
  const rows = await ownedChanges(db, account)
    .where(kind === 'domain' ? 'domainId' : 'entityId', '=', id)
    .select([...changeColumns, 'requestId'])
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(CHANGES)
    .execute();
  // Which fields, not their values: those are free text.
  const facts = rows.map((row): [string, string] => {
    const { time, group, action, entity, changes } = showEntry(row, null);
    const fields = changes.map(({ field }) => field).join(', ');
    return [
      time,
      [`${group} ${action}: ${entity.name}`, fields && `(${fields})`, row.requestId && `request ${row.requestId}`]
        .filter(Boolean)
        .join(' '),
    ];
  });
  return { title: 'diagnostics:changes', facts };
}

async function loadFailuresPart(db: Db | Tx, account: Account, { id }: DiagnosticsSubject): Promise<DiagnosticsPart> {
  const rows = await ownedTasks(db, account)
    .selectAll()
    .where('entityId', '=', id)
    .where('status', '=', 'failed')
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(FAILURES)
    .execute();
  const facts = rows.map(({ kind, message, messageParams, startedAt, endedAt }): [string, string] => [
    iso(endedAt ?? startedAt),
    `${kind}: ${problemText(message, messageParams) ?? ''}`,
  ]);
  return { title: 'diagnostics:failures', facts };
}

/** A stored problem (a text key with its parameters) in English, the language of technical facts. */
export function problemText(key: string | null, params: TParams | null): string | null {
  return key === null ? null : translator('en')(key as TKey, params ?? {}); // keys are stored by the provider only
}

/** Nested facts as names and values: `hsts.enabled`, `servers.1.address`. */
function factEntries(facts: DiagnosticsPart['facts']): DiagnosticsSection['entries'] {
  const entries: DiagnosticsSection['entries'] = [];
  const add = (name: string, value: unknown): void => {
    if (entries.length >= MOST || value === undefined) return;
    if (isSecretName(name) && value !== null && typeof value !== 'boolean') entries.push({ name, value: MASK });
    else if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
      entries.push({ name, value: factText(value.join(', ')) });
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) add(`${name}.${Array.isArray(value) ? Number(key) + 1 : key}`, one);
    else entries.push({ name, value: factText(value === null ? '' : String(value)) });
  };
  for (const [name, value] of Array.isArray(facts) ? facts : Object.entries(facts)) add(name, value);
  return entries;
}

function factText(value: string): string {
  const text = maskSecrets(value);
  return text === '' ? '–' : text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
