import { prepared } from '../../../core/prepared.ts';
import { matchesText } from '../pattern.ts';
import type { WafModule, WafProfile } from '../protection.ts';
import type { Visit } from '../visit.ts';
import type { Finding } from './findings.ts';
import type { PatternId } from './patternTable.ts';

/** Findings that an application causes by itself: all that is named must apply. */
interface Expected {
  /**
   * Below any folders, since an application may be installed in one; a `*` at the end stands for everything that follows. The names of
   * these folders have no dot: `/shop.php/wp-admin/post.php` runs the shop.
   */
  paths: readonly string[];
  methods?: readonly string[];
  places?: readonly Finding['place'][];
  /** Parameters, with `*`. */
  names?: readonly string[];
  modules?: readonly WafModule[];
  patterns?: readonly PatternId[];
}

const writing = ['POST', 'PUT', 'PATCH'];
/** What texts and source code contain that people write and read. */
const inTexts: readonly WafModule[] = ['sqli', 'xss', 'lfi', 'rce'];

/**
 * What each application sends by design. Only what its signed-in users write is here: forms for visitors, such as comments, searches
 * and sign-in, stay inspected, and so do names of parameters, headers and paths.
 */
const profiles: Record<WafProfile, readonly Expected[]> = {
  wordpress: [
    {
      paths: ['wp-admin/post.php', 'wp-json/wp/v2/*', 'wp-json/wc/*', 'index.php'],
      methods: writing,
      places: ['parameter'],
      names: [
        'content',
        'content.raw',
        'excerpt',
        'excerpt.raw',
        'post_title',
        'title',
        'description',
        'short_description',
        'acf*',
        'meta.*',
      ],
      modules: inTexts,
    },
    {
      paths: ['wp-admin/admin-ajax.php'],
      methods: writing,
      places: ['parameter'],
      names: ['content', 'widget-*', 'customized', 'newcontent', 'actions', 'data[wp_autosave]*'],
      modules: inTexts,
    },
    { paths: ['wp-admin/theme-editor.php', 'wp-admin/plugin-editor.php'], methods: writing, names: ['newcontent'], modules: inTexts },
    {
      paths: ['wp-admin/options.php', 'wp-admin/options-*', 'wp-admin/admin.php', 'wp-admin/post.php', 'wp-admin/widgets.php'],
      methods: writing,
      places: ['parameter'],
      modules: ['xss'],
    },
    { paths: ['wp-admin/*', 'wp-login.php'], places: ['parameter'], names: ['_wp_http_referer', 'redirect_to'], modules: ['lfi'] },
    { paths: ['wp-json/oembed/1.0/*'], places: ['parameter'], names: ['url'], modules: ['lfi'] },
  ],
  drupal: [
    {
      paths: ['node/*', 'block/*', 'admin/*', 'media/*', 'taxonomy/*'],
      methods: writing,
      places: ['parameter'],
      names: ['body*', 'title*', 'field_*', 'description*', 'info*', 'import', 'settings*', 'filters*'],
      modules: inTexts,
    },
    { paths: ['jsonapi/*'], methods: writing, places: ['parameter'], names: ['data.attributes.*'], modules: inTexts },
    { paths: ['node/*', 'media/*', 'views/ajax'], places: ['parameter'], names: ['ajax_page_state*', 'destination'], modules: ['lfi'] },
  ],
  nextcloud: [
    {
      paths: ['remote.php/dav/*', 'remote.php/webdav/*', 'public.php/dav/*', 'public.php/webdav/*'],
      methods: ['PUT', 'POST', 'PROPFIND', 'PROPPATCH', 'REPORT', 'SEARCH', 'LOCK', 'MKCOL', 'MKCALENDAR'],
      places: ['body', 'parameter', 'parameterName'],
    },
    // Users name their files as they like.
    {
      paths: ['remote.php/dav/files/*', 'remote.php/webdav/*'],
      places: ['path'],
      patterns: ['lfi-hidden', 'lfi-configuration', 'lfi-copy'],
    },
    {
      paths: ['apps/text/*', 'apps/notes/*', 'apps/deck/*', 'ocs/v2.php/apps/spreed/*', 'ocs/v2.php/apps/notes/*'],
      methods: writing,
      places: ['parameter'],
      names: ['content', 'title', 'message', 'description', 'documentState', 'autosaveContent'],
      modules: inTexts,
    },
    { paths: ['apps/onlyoffice/*', 'apps/richdocuments/*'], places: ['parameter'], names: ['url', 'WOPISrc'], modules: ['lfi'] },
  ],
  phpmyadmin: [
    // Scanners look for its folder.
    { paths: ['index.php'], places: ['path'], patterns: ['scanner-probe'] },
    {
      paths: ['', 'index.php', 'import.php', 'sql.php', 'tbl_*', 'db_*', 'server_*', 'ajax.php', 'lint.php', 'export.php'],
      places: ['parameter'],
      names: [
        'sql_query*',
        'where_clause*',
        'fields*',
        'criteriaValues*',
        'customWhereClause',
        'prev_sql_query',
        'pma_password',
        'pma_pw*',
      ],
      modules: inTexts,
    },
    { paths: ['index.php', 'import.php'], methods: ['POST'], places: ['body'], names: ['import_file'] },
  ],
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Linear: a folder ends where the next one starts. */
const pathExpression = prepared(
  ({ paths }: Expected) =>
    new RegExp(
      `^(?:/[\\w~-]+)*/(?:${paths.map((one) => (one.endsWith('*') ? `${escaped(one.slice(0, -1))}.*` : escaped(one))).join('|')})$`,
      's',
    ),
);

const expects = (row: Expected, { id, module, place, name }: Finding, visit: Visit): boolean =>
  (!row.modules || row.modules.includes(module)) &&
  (!row.patterns || row.patterns.some((one) => one === id)) &&
  (!row.places || row.places.includes(place)) &&
  (!row.methods || row.methods.includes(visit.method)) &&
  (!row.names || row.names.some((one) => matchesText(one, name))) &&
  pathExpression(row).test(visit.path);

/** The profile among `chosen` whose application causes a finding by itself; undefined: none. */
export const expectingProfile = (chosen: readonly WafProfile[], finding: Finding, visit: Visit): WafProfile | undefined =>
  chosen.find((profile) => profiles[profile].some((row) => expects(row, finding, visit)));
