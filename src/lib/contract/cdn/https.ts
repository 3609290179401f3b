import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { tlsVersions } from '../../rules/cdn/edge/config.ts';
import { maxOriginCaText, maxOriginPins, maxOriginPinText, originChecks } from '../../rules/cdn/https/originCa.ts';
import { get, group, post } from '../call.ts';
import { demo, Time } from '../fields.ts';
import { Duration, expectedVersion, ofDomain } from './edge.ts';
import { Gate } from './gate.ts';

export const HstsForm = z.object({
  enabled: z.boolean(),
  maxAge: Duration.describe('How long browsers remember it.'),
  includeSubdomains: z.boolean(),
  preload: z.boolean().describe('Requires HTTPS, the redirect, subdomains and at least 365 days.'),
});
export type HstsForm = z.output<typeof HstsForm>;

const backendProtocols = ['auto', 'http', 'https'] as const;

export const Https = z
  .object({
    enabled: z.boolean(),
    httpToHttps: z.boolean(),
    tlsVersions: z.array(z.enum(tlsVersions)).describe('Oldest first.'),
    hsts: HstsForm,
    hstsRememberedUntil: Time.nullable().describe(
      'Until when a browser may remember HSTS as it was before the last change; null: none. While HSTS is off, it is told to forget until then.',
    ),
    http2: z.boolean(),
    http3: z.boolean().describe('Requires TLS 1.3.'),
    backendProtocol: z.enum(backendProtocols).describe('Protocol to the origin; `auto`: the one that the visitor uses.'),
    originCheck: z
      .enum(originChecks)
      .describe(
        'How the edge verifies the certificate of the origin: `off`, against public authorities, against `originCa`, or by its public key against `originPins`.',
      ),
    originCa: z.string().nullable().describe('Certificates in PEM that the origin is verified with when `originCheck` is `own`.'),
    originPins: z
      .string()
      .nullable()
      .describe('SHA-256 hashes of public keys (SPKI) in base64, one a line, one of which the origin has when `originCheck` is `pin`.'),
    websockets: z.boolean(),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'Https' });
export type Https = z.output<typeof Https>;

export const ClientCertificate = z
  .object({
    subject: z.string().describe('Its common name, or its whole subject.'),
    fingerprint: z.string().describe('SHA-256 of the certificate, hexadecimal.'),
    expireDate: Time,
  })
  .meta({ id: 'ClientCertificate' });

/** A chain of ten certificates has about 20,000 characters. */
const pem = z.string().max(100_000, key('error:tooLong'));
export const ClientCertificateForm = z.object({
  certificate: pem.describe('PEM: the certificate, and its intermediate certificates.'),
  privateKey: pem.describe('PEM without a passphrase. Stored encrypted, never returned.'),
});

const answer = z.object({ https: Https });

export const https = group('https', 'domain', {
  get: get('/domain/https/get', {
    summary: 'Get the HTTPS settings of a domain: visitor to edge, and edge to origin',
    area: 'https',
    input: ofDomain,
    output: z.object({
      https: Https,
      gate: z.object({ websockets: Gate }),
      clientCertificate: ClientCertificate.nullable().describe('What the edge identifies itself to the origin with; null: nothing.'),
    }),
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/https/update', {
    idempotent: true,
    summary: 'Change HTTPS settings; omitted ones stay unchanged',
    area: 'https',
    input: ofDomain.extend({
      enabled: z.boolean().optional(),
      httpToHttps: z.boolean().optional().describe('Redirect with 301, or 308 if the request has a body.'),
      http2: z.boolean().optional(),
      http3: z.boolean().optional(),
      websockets: z.boolean().optional().describe('Economic and higher plans.'),
      version: expectedVersion,
    }),
    output: answer,
    success: 'https:updated',
    errors: ['plan:required', 'https:error.hstsFirst', 'https:error.preloadFirst', 'error:versionConflict'],
    example: { domainId: demo.domainId, httpToHttps: true },
  }),
  tls: post('/domain/https/tls', {
    summary: 'Select the TLS versions that visitors can use; at least one',
    area: 'https',
    input: ofDomain.extend({
      tlsVersions: z
        .array(z.enum(tlsVersions, key('error:choice')))
        .min(1, key('https:error.tlsRequired'))
        .max(8),
      version: expectedVersion,
    }),
    output: answer,
    success: 'https:tlsApplied',
    errors: ['https:error.tlsRequired', 'error:versionConflict'],
    example: { domainId: demo.domainId, tlsVersions: ['1.2', '1.3'] },
  }),
  hsts: post('/domain/https/hsts', {
    summary: 'Change HTTP Strict Transport Security (RFC 6797)',
    area: 'https',
    input: ofDomain.extend({ ...HstsForm.shape, version: expectedVersion }),
    output: answer,
    success: 'https:hstsChanged',
    errors: ['https:error.hstsNeedsHttps', 'https:error.preload', 'error:versionConflict'],
    example: { domainId: demo.domainId, enabled: true, maxAge: { value: 1, unit: 'd' }, includeSubdomains: false, preload: false },
  }),
  backendProtocol: post('/domain/https/backendProtocol', {
    summary: 'Select the protocol between the edge and the origin',
    area: 'https',
    input: ofDomain.extend({ backendProtocol: z.enum(backendProtocols, key('error:choice')), version: expectedVersion }),
    output: answer,
    success: 'https:backendChanged',
    errors: ['error:versionConflict'],
    example: { domainId: demo.domainId, backendProtocol: 'https' },
  }),
  originCheck: post('/domain/https/originCheck', {
    summary: 'Select how the edge verifies the certificate of the origin',
    area: 'https',
    input: ofDomain.extend({
      originCheck: z.enum(originChecks, key('error:choice')),
      originCa: z
        .string()
        .max(maxOriginCaText)
        .optional()
        .describe(
          'Required with `own` unless certificates are stored: those of the authority, or the origin’s own if it is self-signed. PEM, at most 20.',
        ),
      originPins: z
        .string()
        .max(maxOriginPinText)
        .optional()
        .describe(
          `Required with \`pin\` unless hashes are stored: SHA-256 of the origin’s public key (SPKI) in base64, one a line, at most ${maxOriginPins}. \`sha256/\` before a hash is ignored.`,
        ),
      version: expectedVersion,
    }),
    output: answer,
    success: 'https:originCheckChanged',
    errors: [
      'https:error.originCa',
      'https:error.originCas',
      'https:error.originKey',
      'https:error.originPins',
      'rules:noOriginCheck',
      'error:versionConflict',
    ],
    example: { domainId: demo.domainId, originCheck: 'off' },
  }),
  clientCertificate: post('/domain/https/clientCertificate', {
    summary: 'Set the certificate that the edge identifies itself to the origin with (mutual TLS); replaces the current one',
    area: 'https',
    input: ofDomain.extend(ClientCertificateForm.shape),
    output: z.object({ clientCertificate: ClientCertificate }),
    success: 'https:clientCertificateChanged',
    errors: [
      'https:error.clientCertificate',
      'https:error.clientKey',
      'https:error.clientPair',
      'https:error.clientExpired',
      'https:error.clientUsage',
      'rules:noClientCertificate',
    ],
    example: {
      domainId: demo.domainId,
      certificate: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
      privateKey: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
    },
    exampleStatus: 422,
  }),
  deleteClientCertificate: post('/domain/https/deleteClientCertificate', {
    summary: 'Remove the certificate that the edge identifies itself to the origin with',
    area: 'https',
    input: ofDomain,
    output: z.object({ done: z.literal(true) }),
    success: 'https:clientCertificateRemoved',
    example: { domainId: demo.domainId },
    exampleStatus: 404,
  }),
});
