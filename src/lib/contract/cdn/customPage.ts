import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { maxStatus, maxTitle, minStatus, pageKinds } from '../../rules/cdn/customPage/kinds.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';

const badStatus = keyWith('customPage:error.status', { min: minStatus, max: maxStatus });
const longTitle = keyWith('customPage:error.titleTooLong', { max: maxTitle });

/** What the form checks itself; `lib/rules/cdn/customPage` checks the page, in the editor and in the provider. */
export const CustomPageForm = z.object({
  kind: z.enum(pageKinds, { error: key('error:choice') }),
  statusCode: z
    .int(badStatus)
    .min(minStatus, badStatus)
    .max(maxStatus, badStatus)
    .nullish()
    .describe(
      'Only with `error`: the status that the page is for; edges respond with 502, 504 and 508. Omitted: every error without its own page.',
    ),
  title: z.string().trim().min(1, key('customPage:error.titleMissing')).max(maxTitle, longTitle).describe('Shown in the list.'),
  enabled: z.boolean().default(false).describe('Whether visitors see it. Only one page per kind and status can be enabled.'),
});

export type CustomPageForm = z.output<typeof CustomPageForm>;

const html = z.string().describe('The whole page, at most 256 KB of UTF-8. A captcha page contains one element with id="captcha-box".');

const Page = z
  .object({
    id: Id,
    kind: z.enum(pageKinds),
    statusCode: z.int().optional(),
    title: z.string(),
    enabled: z.boolean(),
    size: z.int().describe('Size in bytes (UTF-8).'),
    version: z.int().describe('Increases with each change; send it with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'CustomPage' });
export type CustomPage = z.output<typeof Page>;

const WholePage = Page.extend({ html: z.string() }).meta({ id: 'CustomPageWithHtml' });
export type WholePage = z.output<typeof WholePage>;

const Warning = z
  .object({ code: z.string(), message: z.string(), line: z.int().describe('Line number from 1; 0: the whole page.') })
  .meta({ id: 'CustomPageWarning' });
const saved = z.object({ page: WholePage, warnings: z.array(Warning).describe('Warnings; they don’t prevent saving.') });

const ofDomain = z.object({ domainId: Id });
const ofPage = ofDomain.extend({ pageId: Id });
const replace = z.boolean().optional().describe('Disable the page of the same kind and status that is enabled now, instead of refusing.');

export const customPage = group('customPage', 'domain', {
  list: get('/domain/customPage/list', {
    summary: 'List the custom pages of a domain',
    area: 'customPages',
    input: ofDomain,
    output: z.object({ pages: z.array(Page), limit: z.int() }),
    example: { domainId: demo.domainId },
  }),
  get: get('/domain/customPage/get', {
    summary: 'Get a page with its HTML',
    area: 'customPages',
    input: ofPage,
    output: z.object({ page: WholePage }),
    example: { domainId: demo.domainId, pageId: demo.pageId },
  }),
  create: post('/domain/customPage/create', {
    summary: 'Add a page; send a file as its text',
    area: 'customPages',
    input: ofDomain.extend({ ...CustomPageForm.shape, html, replace }),
    output: saved,
    success: 'customPage:created',
    errors: ['customPage:error.taken', 'customPage:error.limit', 'customPage:error.captchaBoxMissing', 'customPage:error.tooLarge'],
    example: {
      domainId: demo.domainId,
      kind: 'block',
      title: 'Request blocked',
      html: '<!doctype html><title>Request blocked</title><h1>Request blocked</h1><p>Ray {{ray_id}}</p>',
      enabled: true,
    },
  }),
  update: post('/domain/customPage/update', {
    idempotent: true,
    summary: 'Change a page; omitted fields stay unchanged',
    area: 'customPages',
    input: ofPage.extend({
      kind: CustomPageForm.shape.kind.optional(),
      statusCode: CustomPageForm.shape.statusCode.describe('Null: every error without its own page.'),
      title: CustomPageForm.shape.title.optional(),
      enabled: z.boolean().optional(),
      html: html.optional(),
      replace,
      version: z.int().optional().describe('The version that you last read; the change is refused if it is no longer current.'),
    }),
    output: saved,
    success: 'customPage:updated',
    errors: ['error:versionConflict', 'customPage:error.taken', 'customPage:error.captchaBoxMissing', 'customPage:error.tooLarge'],
    example: { domainId: demo.domainId, pageId: demo.pageId, title: 'Maintenance' },
  }),
  delete: post('/domain/customPage/delete', {
    summary: 'Delete a page; visitors see the provider’s page again',
    area: 'customPages',
    input: ofPage,
    output: z.object({ done: z.literal(true) }),
    success: 'customPage:deleted',
    example: { domainId: demo.domainId, pageId: demo.pageId },
  }),
});
