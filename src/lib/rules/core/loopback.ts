import { plainIpv4 } from './ipText.ts';

/** Of an address, or of `localhost`. `127.0.0.1.example.com` is anyone's name. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || (plainIpv4(host) && host.startsWith('127.'));

/** Whether a `Host` header names this machine. A name of someone's DNS that points here (DNS rebinding) doesn't. */
export function isLoopbackHost(host: string | null | undefined): boolean {
  try {
    const { hostname } = new URL(`http://${host ?? ''}`);
    return isLoopback(hostname.replace(/[[\]]/g, '')) || hostname.endsWith('.localhost');
  } catch {
    return false;
  }
}
