import { type TlsVersion, tlsVersions } from '../../lib/rules/cdn/edge/config.ts';

/** Forward secrecy and authenticated encryption only: CBC and CCM of TLS 1.2 have known attacks or no use in browsers (RFC 9325 section 4.2). */
const modern = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** The cipher suites for a domain's versions of TLS, as OpenSSL names them. It allows the old versions only at its lowest security level. */
export function cipherSuites(versions: readonly TlsVersion[]): string {
  const [least] = tlsVersions.filter((one) => versions.includes(one));
  return least === '1.0' || least === '1.1' ? 'DEFAULT@SECLEVEL=0' : modern;
}
