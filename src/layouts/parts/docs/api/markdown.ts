import type { Locale } from '../../../../lib/i18n/locales.ts';
import { translator } from '../../../../lib/i18n/server.ts';
import { aboutField } from './about.ts';
import { callRefusals, groupTitle, type ReferenceCall, type ReferenceGroup } from './reference.ts';
import type { Field } from './schema.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The calls of a group as Markdown. */
export function apiMarkdown({ slug, calls }: ReferenceGroup, locale: Locale): string {
  const t = translator(locale);
  const title = groupTitle(slug, locale);
  const head = `# ${t('docs:api.title')}: ${title}\n\n> ${t('docs:api.groupDescription', { group: title })}`;
  return `${[head, ...calls.map((one) => callMarkdown(one, locale))].join('\n\n')}\n`;
}

function callMarkdown({ call, fields, answer, events, curl }: ReferenceCall, locale: Locale): string {
  const t = translator(locale);
  const access = call.access === 'public' ? t('docs:api.access.public') : t('docs:api.access.session');
  const keys = call.area ? t('docs:api.access.area', { area: call.area }) : call.everyKey && t('docs:api.access.everyKey');
  const facts = [access, keys, call.money && t('docs:api.money')].filter(Boolean);
  const table = (list: readonly Field[], side: 'input' | 'answer') =>
    [
      `| ${t('docs:api.field')} | ${t('docs:api.type')} | |`,
      '| --- | --- | --- |',
      ...list.map((field) => `| \`${field.name}\` | \`${cell(field.type)}\` | ${cell(aboutField(field, t, side).join(' · '))} |`),
    ].join('\n');
  const refusals = callRefusals(call, locale);
  return [
    `## ${call.summary}`,
    `\`${call.method} /api${call.path}\` · ${facts.join(' · ')}`,
    fields.length > 0 ? table(fields, 'input') : t('docs:api.noFields'),
    ...(answer.length > 0 ? [`### ${t('docs:api.answer')}`, table(answer, 'answer')] : []),
    ...(events.length > 0
      ? [t('docs:api.events'), ...events.flatMap(({ name, fields: data }) => [`\`${name}\``, table(data, 'answer')])]
      : []),
    ...(refusals.length > 0
      ? [`### ${t('docs:api.refusalsOf')}`, refusals.map(({ code, message }) => `- \`${code}\`: ${message}`).join('\n')]
      : []),
    `\`\`\`sh\n${curl}\n\`\`\``,
  ].join('\n\n');
}
