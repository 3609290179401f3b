import { z } from 'zod';
import { BrandDocument, ImageName } from '../../../config/brandDocument.ts';
import { key } from '../../i18n/key.ts';
import { brandNoteLength } from '../../rules/operator/brandFields.ts';
import { download, get, group, post, upload } from '../call.ts';
import { Time } from '../fields.ts';

const Version = z
  .string()
  .max(64, key('error:invalid'))
  .describe('The version that you last read; the change is refused if brand.json is another one by now. Empty: there was no file.');
const Note = z.string().trim().max(brandNoteLength, key('error:tooLong')).optional().describe('For the history.');
// The handler checks it, so that all faults are reported at once.
const Draft = z.record(z.string(), z.unknown()).describe('The whole brand, as in brand.json (see `BrandDocument`).');

const Fault = z.object({ field: z.string().describe('As in `contact.email`; empty: the file as a whole.'), message: z.string() });
const Menu = z.object({ surface: z.string(), selected: z.string() });
const BrandValue = z.union([z.string(), z.number(), z.boolean()]).nullable();
export const BrandChange = z
  .object({ field: z.string().describe('As in `contact.email` or `links.0.href`.'), before: BrandValue, after: BrandValue })
  .meta({ id: 'BrandChange' });

export const OperatorBrand = z
  .object({
    brand: BrandDocument.describe('As in brand.json; without the file, the values of the built-in brand.'),
    version: z.string().describe('Identifies the content of brand.json; empty: there is no file.'),
    isBuiltIn: z.boolean().describe('True if there is no brand.json.'),
    faults: z
      .array(Fault)
      .describe(
        'Why brand.json isn’t used, after it was edited on the server; `brand` is then what can be read of it, or the last valid version.',
      ),
    isWritable: z.boolean().describe('False if brand.json can’t be written, as in a read-only mount.'),
    currency: z.string().describe('Code of the currency in use. It can’t be changed here: amounts in the database have no currency.'),
    menus: z.object({ light: Menu, dark: Menu }).describe('Backgrounds of menus, for the contrast of `brandText`.'),
  })
  .meta({ id: 'OperatorBrand' });
export type OperatorBrand = z.infer<typeof OperatorBrand>;

export const BrandVersion = z
  .object({
    number: z.int().nullable().describe('Null: brand.json was edited on the server since the last version, and isn’t stored yet.'),
    at: Time,
    source: z.enum(['panel', 'file']).describe('`file`: found on the server.'),
    by: z.string().nullable().describe('Email address of the operator; null: found on the server.'),
    note: z.string().nullable(),
    restored: z.int().nullable().describe('Number of the version that was restored.'),
    isCurrent: z.boolean(),
    isBuiltIn: z.boolean().describe('There was no brand.json.'),
    changes: z.array(BrandChange).nullable().describe('From the version before it. Null: one of the two isn’t valid JSON.'),
  })
  .meta({ id: 'BrandVersion' });
export type BrandVersion = z.infer<typeof BrandVersion>;

const current = z.object({ current: OperatorBrand });
const notWritable = key('operatorBrand:error.notWritable');
const conflict = key('error:versionConflict');
const exampleDraft = {
  name: { en: 'Acme', fa: 'اکمی', ar: 'أكمي', es: 'Acme' },
  contact: { email: 'help@acme.example', phone: '+1 202 555 0100' },
  invoices: {
    issuer: { name: 'Acme Ltd.', address: '1 High Street, London', taxId: 'GB123456789', email: 'billing@acme.example' },
    taxPercent: 20,
  },
};

/**
 * The brand of the installation, in `DATA_DIR/site/brand.json` of the provider (docs/decisions/0060). For operators alone; everybody else
 * gets a 404.
 */
export const operatorBrand = group('operatorBrand', null, {
  get: get('/operator/brand/get', { summary: 'Get the brand (operators only)', output: current }),
  preview: post('/operator/brand/preview', {
    safe: true,
    idempotent: true,
    changes: false,
    success: false,
    summary: 'Check a draft of the brand without saving it (operators only)',
    input: z.object({ brand: Draft }),
    output: z.object({
      faults: z.array(Fault).describe('Everything that saving would refuse.'),
      contrasts: z
        .array(
          z.object({
            theme: z.enum(['light', 'dark']),
            text: z.enum(['onBrand', 'brandText']),
            on: z.enum(['brand', 'brandHover', 'menu']),
            ratio: z.number().describe('1 to 21 (WCAG 2.2), rounded down; at least 4.5 is required.'),
          }),
        )
        .describe('Empty if the colors aren’t valid.'),
      changes: z.array(BrandChange).describe('What saving would change.'),
    }),
    example: { brand: exampleDraft },
  }),
  save: post('/operator/brand/save', {
    idempotent: true,
    summary: 'Save the brand (operators only). Public pages and the panel have it within seconds.',
    input: z.object({ brand: Draft, version: Version, note: Note }),
    output: current,
    success: key('operatorBrand:saved'),
    errors: [conflict, notWritable],
    example: { brand: exampleDraft, version: '', note: 'First version' },
  }),
  versions: get('/operator/brand/versions', {
    summary: 'List the versions of the brand with what changed, newest first (operators only)',
    input: z.object({ before: z.coerce.number().int().min(1).max(1_000_000_000).optional().describe('`next` of the previous page.') }),
    output: z.object({ versions: z.array(BrandVersion), next: z.int().nullable() }),
    example: {},
  }),
  restore: post('/operator/brand/restore', {
    idempotent: true,
    summary: 'Restore a version of the brand, if it is still valid (operators only)',
    input: z.object({ number: z.int().min(1).max(1_000_000_000), version: Version }),
    output: current,
    success: key('operatorBrand:restored'),
    errors: [conflict, notWritable, key('operatorBrand:error.json')],
    example: { number: 1, version: '' },
    exampleStatus: 404,
  }),
  upload: upload('/operator/brand/upload', {
    idempotent: true,
    // An image of a brand has at most 1 MB (config/brandFile.ts).
    bodyLimit: 1024 * 1024,
    summary: 'Store an image for the brand, an SVG or PNG file (operators only). It is used once a saved brand names it.',
    input: z.object({ use: z.enum(['logo', 'shareImage']) }),
    output: z.object({ file: z.string().describe('Name of the image, for the field of the brand.') }),
    success: false,
    errors: [
      'error:fileTooLarge',
      'operatorBrand:error.square',
      'operatorBrand:error.shareSize',
      'operatorBrand:error.svgSyntax',
      'operatorBrand:error.svgViewBox',
      'operatorBrand:error.svgDoctype',
      'operatorBrand:error.svgInstruction',
      'operatorBrand:error.svgContent',
      'operatorBrand:error.svgHandler',
      'operatorBrand:error.svgReference',
      'operatorBrand:error.svgOutside',
      notWritable,
    ],
    example: { use: 'logo' },
  }),
  image: download('/operator/brand/image', {
    summary: 'Get an image of the brand, saved or only uploaded (operators only)',
    input: z.object({ file: ImageName }),
    example: { file: 'logo-000000000000.svg' },
    exampleStatus: 404,
  }),
});
