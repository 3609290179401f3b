import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import type { TKey } from '../../i18n/keys.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { sslExample } from './sslExample.ts';

/** What can be wrong with a certificate, its key and its chain: the faults of `rules/cdn/ssl`. */
const certificateFaults = [
  'ssl:error.authorityAsCertificate',
  'ssl:error.bundleBroken',
  'ssl:error.bundleCut',
  'ssl:error.bundleNotPem',
  'ssl:error.certificateAsKey',
  'ssl:error.certificateBroken',
  'ssl:error.certificateCut',
  'ssl:error.certificateKind',
  'ssl:error.certificateNotPem',
  'ssl:error.certificateRequired',
  'ssl:error.chainEarly',
  'ssl:error.chainExpired',
  'ssl:error.chainHoldsCertificate',
  'ssl:error.chainMissing',
  'ssl:error.chainNotAuthority',
  'ssl:error.chainOrder',
  'ssl:error.chainSignature',
  'ssl:error.chainStray',
  'ssl:error.chainTwice',
  'ssl:error.expired',
  'ssl:error.hostElsewhere',
  'ssl:error.hostName',
  'ssl:error.hostNotCovered',
  'ssl:error.keyAsCertificate',
  'ssl:error.keyBroken',
  'ssl:error.keyCut',
  'ssl:error.keyEncrypted',
  'ssl:error.keyInBundle',
  'ssl:error.keyInCertificate',
  'ssl:error.keyKind',
  'ssl:error.keyMismatch',
  'ssl:error.keyNotPem',
  'ssl:error.keyRequired',
  'ssl:error.noNames',
  'ssl:error.notYetValid',
  'ssl:error.otherBlock',
  'ssl:error.otherKey',
  'ssl:error.publicAsKey',
  'ssl:error.purpose',
  'ssl:error.requestAsCertificate',
  'ssl:error.selfSignedAuthority',
  'ssl:error.severalCertificates',
  'ssl:error.severalKeys',
  'ssl:error.tooManyCertificates',
  'ssl:error.tooManyHosts',
  'ssl:error.weakKey',
  'ssl:error.weakSignature',
] as const satisfies readonly TKey[];

export const sslStatuses = ['pending', 'active', 'failed', 'expired'] as const;

export const Ssl = z
  .object({
    id: Id,
    title: z.string(),
    kind: z.enum(['free', 'custom']).describe('`free`: issued and renewed by the provider.'),
    status: z.enum(sslStatuses).describe('`pending`: being issued. `failed`: it couldn’t be issued, see `reason`.'),
    hosts: z.array(z.string()).describe('Names of this domain that it is valid for, or was requested for.'),
    otherHosts: z.array(z.string()).describe('Names outside this domain that it is valid for.'),
    issuer: z.string().nullable().describe('Null until it is issued.'),
    keyType: z.string().nullable().describe('For example `RSA 2048` or `ECDSA P-256`.'),
    fingerprint: z.string().nullable().describe('SHA-256 of the certificate, hexadecimal.'),
    trusted: z.boolean().nullable().describe('False: browsers don’t trust the issuer. Null: unknown.'),
    issuedAt: Time.nullable().describe('Start of its validity.'),
    expireDate: Time.nullable(),
    renewsAt: Time.nullable().describe('When automatic renewal starts.'),
    attached: z.boolean(),
    attachedHosts: z.array(z.string()).describe('Names that it is used for. Each name has at most one certificate.'),
    renewing: z.boolean().describe('A replacement is being issued.'),
    reason: z.object({ code: z.string(), message: z.string() }).optional().describe('Why the last attempt to issue it failed.'),
    nextAttemptAt: Time.optional().describe('When it is retried.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'Ssl' });
export type Ssl = z.output<typeof Ssl>;

export const Authority = z.object({
  name: z.string(),
  trusted: z.boolean().describe('False: browsers don’t trust it.'),
  caa: z.string().describe('The domain that CAA records must allow for it to issue.'),
  root: z.string().nullable().describe('Its root certificate (PEM), for clients that need to trust it.'),
});
export type Authority = z.output<typeof Authority>;

/** A chain of ten certificates has about 20,000 characters. */
const pem = z.string().max(100_000, key('error:tooLong'));
const Title = z.string().trim().min(1, key('ssl:error.titleRequired')).max(100, key('error:tooLong'));

/** `lib/rules/cdn/ssl` validates the three texts, in the browser and in the provider. */
export const SslForm = z.object({
  title: Title,
  certificate: pem.describe(
    'PEM. A file that also has the chain or the key, in any order, such as `fullchain.pem`, is split into the three fields.',
  ),
  privateKey: pem
    .default('')
    .describe('PEM without a passphrase: PKCS#8, PKCS#1 or SEC 1. Stored encrypted, never returned. Empty: it is in `certificate`.'),
  caBundle: pem.default('').describe('PEM: the intermediate certificates, each followed by its issuer; another order is corrected.'),
});

const ofDomain = z.object({ domainId: Id });
const ofSsl = ofDomain.extend({ sslId: Id });
const one = z.object({ ssl: Ssl });
const hosts = z.array(z.string().max(300, key('error:tooLong'))).max(200, key('error:tooMany'));

export const ssl = group('ssl', 'domain', {
  list: get('/domain/ssl/list', {
    summary: 'List the certificates of a domain, free and custom',
    area: 'https',
    input: ofDomain,
    output: z.object({
      ssl: z.array(Ssl),
      authority: Authority.nullable().describe('The authority that issues free certificates; null: none.'),
    }),
    example: { domainId: demo.domainId },
  }),
  request: post('/domain/ssl/request', {
    summary: 'Request a free certificate; a failed one for the same names is retried',
    area: 'https',
    input: ofDomain.extend({ hosts: hosts.optional().describe('Default: the domain and all names one level below it.') }),
    output: z.object({ ssl: Ssl, taskId: Id }),
    success: 'ssl:requested',
    errors: ['ssl:error.inactive', 'ssl:error.noAuthority', 'ssl:error.requested', 'ssl:error.limit'],
    touches: ['task'],
    example: { domainId: demo.domainId, hosts: ['shop.parvaz.example'] },
  }),
  create: post('/domain/ssl/create', {
    summary: 'Add a custom certificate',
    area: 'https',
    input: ofDomain.extend({
      ...SslForm.shape,
      attachHosts: hosts
        .optional()
        .describe('Attach it to these names of the domain; it replaces the one that they use now. Default: none.'),
    }),
    output: one,
    success: 'ssl:created',
    errors: [...certificateFaults, 'ssl:error.limit'],
    example: { domainId: demo.domainId, title: 'Example', ...sslExample },
  }),
  update: post('/domain/ssl/update', {
    idempotent: true,
    summary: 'Rename or replace a certificate; omitted fields stay unchanged',
    area: 'https',
    input: ofSsl.extend({
      ...SslForm.partial().shape,
      version: z.int().optional().describe('The version that you last read; the change is refused if it is no longer current.'),
    }),
    output: one,
    success: 'ssl:updated',
    errors: ['error:versionConflict', 'ssl:error.freeFixed', 'ssl:error.wholePart', 'ssl:error.stillAttached', ...certificateFaults],
    example: { domainId: demo.domainId, sslId: demo.customSslId, title: 'Partner portal 2027' },
  }),
  attach: post('/domain/ssl/attach', {
    summary: 'Attach a certificate to names of the domain; it replaces the one that they use now',
    area: 'https',
    input: ofSsl.extend({ hosts: hosts.optional().describe('Default: all names of the domain that it is valid for.') }),
    output: one,
    success: 'ssl:attached',
    errors: ['ssl:error.notIssued', 'ssl:error.attachExpired', 'ssl:error.notCovered', 'ssl:error.noHosts'],
    example: { domainId: demo.domainId, sslId: demo.customSslId },
  }),
  detach: post('/domain/ssl/detach', {
    summary: 'Detach a certificate',
    area: 'https',
    input: ofSsl,
    output: one,
    success: 'ssl:detached',
    example: { domainId: demo.domainId, sslId: demo.sslId },
  }),
  delete: post('/domain/ssl/delete', {
    summary: 'Delete a certificate that is not attached',
    area: 'https',
    input: ofSsl,
    output: z.object({ done: z.literal(true) }),
    success: 'ssl:deleted',
    errors: ['ssl:error.inUse'],
    example: { domainId: demo.domainId, sslId: demo.customSslId },
  }),
});
