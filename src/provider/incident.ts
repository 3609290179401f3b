import '../lib/node/loadBrand.ts';
import { parseArgs } from 'node:util';
import { failStart, readEnv } from '../config/env.ts';
import { locales } from '../lib/i18n/locales.ts';
import { components, impacts, incidentStages } from '../lib/rules/core/status.ts';
import { iso } from '../lib/time.ts';
import { openForCommand } from './core/installation.ts';
import { noteIncident, openIncident } from './core/status/incidents.ts';
import type { Texts } from './db/tables/core/status.ts';

// `npm run incident -- …`: manages the incidents of the status page. It works beside a running provider, on the same store.
const stages = incidentStages.incident;
const usage = `npm run incident -- list
npm run incident -- add --impact ${impacts.join('|')} --components ${components.join(',')} --title-en "…" --text-en "…" [--title-fa "…" --text-fa "…" …]
npm run incident -- update ID --stage ${stages.join('|')} --text-en "…" [--text-fa "…" …]
Texts may be given in ${locales.join(', ')}; a language that is missing shows the English one.`;

const env = readEnv();
if (env.PROVIDER_URL) stop('The incidents are at the provider of PROVIDER_URL. Run this there.');
const text = { type: 'string' } as const;
const { values, positionals } = (() => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        impact: text,
        components: text,
        stage: text,
        ...Object.fromEntries(locales.flatMap((locale) => [[`title-${locale}`, text] as const, [`text-${locale}`, text] as const])),
      },
    });
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
})();
const parsedOptions = values as Record<string, string | undefined>; // every option is a string
const texts = (name: 'title' | 'text'): Texts => {
  const found = Object.fromEntries(
    locales.flatMap((locale) => (parsedOptions[`${name}-${locale}`]?.trim() ? [[locale, parsedOptions[`${name}-${locale}`]]] : [])),
  );
  return Object.keys(found).length > 0 ? found : stop(`--${name}-en is missing.\n\n${usage}`);
};
const requireOneOfNames = <T extends string>(name: string, known: readonly T[]): T =>
  known.find((one) => one === parsedOptions[name]) ?? stop(`--${name} is one of ${known.join(', ')}.\n\n${usage}`);

const [command, id = ''] = positionals;
const store = await openForCommand(env).catch(failStart);
try {
  if (command === 'list') {
    const rows = await store.reader.selectFrom('incident').selectAll().orderBy('startedAt', 'desc').limit(20).execute();
    for (const row of rows)
      console.log(row.id, iso(row.startedAt), row.stage, row.impact, JSON.stringify(row.components), JSON.stringify(row.title));
    if (rows.length === 0) console.log('No incident yet.');
  } else if (command === 'add') {
    const named = (parsedOptions.components ?? '').split(',').filter(Boolean);
    const unknown = named.filter((name) => !components.some((one) => one === name));
    if (named.length === 0 || unknown.length > 0) stop(`--components are some of ${components.join(',')}.\n\n${usage}`);
    const affected = components.filter((name) => named.includes(name));
    const incident = { title: texts('title'), text: texts('text'), impact: requireOneOfNames('impact', impacts), components: affected };
    console.log(await openIncident(store, Date.now(), incident));
  } else if (command === 'update') {
    const stage = requireOneOfNames('stage', stages);
    if (!(await noteIncident(store, Date.now(), id, stage, texts('text')))) stop(`There is no incident ${id}.`);
    console.log(`${id} is ${stage}.`);
  } else stop(usage);
} finally {
  await store.close();
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
