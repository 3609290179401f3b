import { auth } from './auth.ts';
import { dns } from './dns.ts';
import { domain } from './domain.ts';
import { provider } from './provider.ts';
import { server } from './server.ts';
import { translation } from './translation.ts';
import { wallet } from './wallet.ts';
import { zone } from './zone.ts';

/** Every call that the portal makes. */
export const contract = { auth, dns, domain, provider, server, translation, wallet, zone };
export type Contract = typeof contract;
