import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { maxStatus, maxTitle, minStatus, pageKinds } from '../rules/customPage/kinds.ts';
import { get, group, post } from './call.ts';
import { demo, Id, Time } from './fields.ts';
import { keyWith } from './issue.ts';

const badStatus = keyWith('customPage:error.status', { min: minStatus, max: maxStatus });
const longTitle = keyWith('customPage:error.titleTooLong', { max: maxTitle });

/** What the form checks by itself; the page is checked by `lib/rules/customPage`, in the editor and in the provider. */
export const CustomPageForm = z.object({
  kind: z.enum(pageKinds, { error: key('error:choice') }),
  statusCode: z
    .int(badStatus)
    .min(minStatus, badStatus)
    .max(maxStatus, badStatus)
    .nullish()
    .describe('Only with `error`: the status that the page is for. Without it, every error that has no page of its own.'),
  title: z.string().trim().min(1, key('customPage:error.titleMissing')).max(maxTitle, longTitle).describe('How you find it in the list.'),
  enabled: z.boolean().default(false).describe('Whether visitors are to see it. One page of a kind and status at a time.'),
});

export type CustomPageForm = z.output<typeof CustomPageForm>;

const html = z.string().describe('The whole page, at most 256 KB of UTF-8. A captcha page holds one element with id="captcha-box".');

const Page = z
  .object({
    id: Id,
    kind: z.enum(pageKinds),
    statusCode: z.int().optional(),
    title: z.string(),
    enabled: z.boolean(),
    size: z.int().describe('Bytes of UTF-8.'),
    version: z.int().describe('Grows with each change; send it back with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'CustomPage' });
export type CustomPage = z.output<typeof Page>;

const WholePage = Page.extend({ html: z.string() }).meta({ id: 'CustomPageWithHtml' });
export type WholePage = z.output<typeof WholePage>;

const Warning = z
  .object({ code: z.string(), message: z.string(), line: z.int().describe('Counted from 1; 0: the page as a whole.') })
  .meta({ id: 'CustomPageWarning' });
const saved = z.object({ page: WholePage, warnings: z.array(Warning).describe('Worth knowing; they stand in nothing’s way.') });

const ofDomain = z.object({ domainId: Id });
const ofPage = ofDomain.extend({ pageId: Id });
const replace = z.boolean().optional().describe('Turns off the page of the same kind and status that is enabled now, instead of refusing.');

export const customPage = group('customPage', {
  list: get('/domain/customPage/list', {
    summary: 'The pages of a domain that visitors see in place of the site',
    area: 'customPages',
    input: ofDomain,
    output: z.object({ pages: z.array(Page), limit: z.int() }),
    example: { domainId: demo.domainId },
  }),
  get: get('/domain/customPage/get', {
    summary: 'One page with its HTML',
    area: 'customPages',
    input: ofPage,
    output: z.object({ page: WholePage }),
    example: { domainId: demo.domainId, pageId: demo.pageId },
  }),
  create: post('/domain/customPage/create', {
    summary: 'Add a page; a file is sent as the text that it holds',
    area: 'customPages',
    input: ofDomain.extend({ ...CustomPageForm.shape, html, replace }),
    output: saved,
    success: 'customPage:created',
    errors: ['customPage:error.taken', 'customPage:error.limit', 'customPage:error.captchaBoxMissing', 'customPage:error.tooLarge'],
    example: {
      domainId: demo.domainId,
      kind: 'block',
      title: 'Access denied',
      html: '<!doctype html><title>Access denied</title><h1>Access denied</h1><p>Ray {{ray_id}}</p>',
      enabled: true,
    },
  }),
  update: post('/domain/customPage/update', {
    summary: 'Change a page; fields that are absent stay',
    area: 'customPages',
    input: ofPage.extend({
      kind: CustomPageForm.shape.kind.optional(),
      statusCode: CustomPageForm.shape.statusCode.describe('Null: every error that has no page of its own.'),
      title: CustomPageForm.shape.title.optional(),
      enabled: z.boolean().optional(),
      html: html.optional(),
      replace,
      version: z.int().optional().describe('The version that was seen; another one refuses the change.'),
    }),
    output: saved,
    success: 'customPage:updated',
    errors: ['error:versionConflict', 'customPage:error.taken', 'customPage:error.captchaBoxMissing', 'customPage:error.tooLarge'],
    example: { domainId: demo.domainId, pageId: demo.pageId, title: 'Maintenance' },
  }),
  delete: post('/domain/customPage/delete', {
    summary: 'Delete a page; visitors see the provider’s again',
    area: 'customPages',
    input: ofPage,
    output: z.object({ done: z.literal(true) }),
    success: 'customPage:deleted',
    example: { domainId: demo.domainId, pageId: demo.pageId },
  }),
});
