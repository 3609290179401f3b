import type { CertDriver } from '../../src/provider/drivers/certs/certs.ts';
import { DriverRefusal } from '../../src/provider/drivers/driver.ts';
import { startDns } from './dns.ts';
import { startProvider } from './provider.ts';
import { startSsl } from './ssl.ts';

/** The names above the domain are queried before a certificate is issued. */
const dns = await startDns();
const start = (options: Parameters<typeof startSsl>[0] = {}) => startSsl({ ...options, env: { ...dns.env, ...options.env } });
/** An authority controlled by the test. */
export function authority(behave: () => 'issue' | 'fail' | 'refuse' | 'hang' | 'lie', inner: () => CertDriver): CertDriver {
  return {
    id: 'test',
    capabilities: { name: 'Test', trusted: true, caa: 'nasim.example' },
    get timeoutMs() {
      return behave() === 'hang' ? 50 : 10_000;
    },
    root: async () => null,
    async issue(order, signal) {
      switch (behave()) {
        case 'fail':
          throw new Error('down');
        case 'refuse':
          throw new DriverRefusal('ssl:reason.refused');
        case 'hang':
          return new Promise(() => {});
        case 'lie':
          return inner().issue({ ...order, hosts: ['other.example'] }, signal);
        default:
          return inner().issue(order, signal);
      }
    },
  };
}
export async function withAuthority(does: ReturnType<Parameters<typeof authority>[0]>) {
  const state = { does };
  const certProvider = await startProvider({ demo: false });
  const own = certProvider.provider.services.certs;
  if (!own) throw new Error('there is no authority');
  const certs = authority(
    () => state.does,
    () => own,
  );
  return { state, ...(await start({ certs })) };
}
