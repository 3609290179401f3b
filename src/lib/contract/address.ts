import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { type Fault, isFault } from '../rules/core/fault.ts';
import { readAddress, readNetwork } from '../rules/core/network.ts';

/** A text that a person types, as `read` writes it. */
export const typed = (read: (text: string) => { text: string } | Fault) =>
  z
    .string()
    .max(80, key('address:error.long'))
    .transform((text, ctx) => {
      const found = read(text);
      if (!isFault(found)) return found.text;
      ctx.addIssue({ code: 'custom', message: found.key, params: found.params });
      return z.NEVER;
    });

/** An address or a range as a person types it, in canonical form; host bits of a range are cleared. */
export const TypedNetwork = typed(readNetwork);

/** A single address as a person types it, in canonical form. */
export const TypedAddress = typed(readAddress);
