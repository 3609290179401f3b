import type { WafModule } from '../protection.ts';

/** What is known about a pattern without the code that finds it: this table also loads in the panel. */
export interface PatternInfo {
  module: WafModule;
  /** As in the CRS: 5 critical, 4 error, 3 warning, 2 notice. */
  score: 2 | 3 | 4 | 5;
  /** Only at high sensitivity, because it also matches harmless text. */
  strict?: true;
}

/** Every pattern by its ID, which exceptions and logs store: an ID is never renamed or given another meaning. */
export const patternTable = {
  'sqli-union': { module: 'sqli', score: 5 },
  'sqli-tautology': { module: 'sqli', score: 5 },
  'sqli-quote': { module: 'sqli', score: 5 },
  'sqli-comment': { module: 'sqli', score: 5 },
  'sqli-stacked': { module: 'sqli', score: 5 },
  'sqli-time': { module: 'sqli', score: 5 },
  'sqli-schema': { module: 'sqli', score: 5 },
  'sqli-function': { module: 'sqli', score: 5 },
  'sqli-blind': { module: 'sqli', score: 5 },
  'sqli-nosql': { module: 'sqli', score: 5 },
  'sqli-mention': { module: 'sqli', score: 2 },
  'sqli-select': { module: 'sqli', score: 4 },
  'sqli-quotes': { module: 'sqli', score: 3, strict: true },

  'xss-script': { module: 'xss', score: 5 },
  'xss-event': { module: 'xss', score: 5 },
  'xss-attribute': { module: 'xss', score: 5 },
  'xss-uri': { module: 'xss', score: 5 },
  'xss-tag': { module: 'xss', score: 5 },
  'xss-sink': { module: 'xss', score: 5 },
  'xss-template': { module: 'xss', score: 5 },
  'xss-obfuscated': { module: 'xss', score: 5 },
  'xss-encoding': { module: 'xss', score: 5 },
  'xss-code': { module: 'xss', score: 4 },
  'xss-style': { module: 'xss', score: 3, strict: true },

  'lfi-traversal': { module: 'lfi', score: 5 },
  'lfi-relative': { module: 'lfi', score: 3 },
  'lfi-system': { module: 'lfi', score: 5 },
  'lfi-hidden': { module: 'lfi', score: 5 },
  'lfi-configuration': { module: 'lfi', score: 5 },
  'lfi-copy': { module: 'lfi', score: 5 },
  'lfi-entity': { module: 'lfi', score: 5 },
  'lfi-backup': { module: 'lfi', score: 3, strict: true },
  'lfi-wrapper': { module: 'lfi', score: 5 },
  'lfi-data': { module: 'lfi', score: 5 },
  'lfi-remote': { module: 'lfi', score: 5 },
  'lfi-metadata': { module: 'lfi', score: 5 },
  'lfi-disguised': { module: 'lfi', score: 5 },
  'lfi-internal': { module: 'lfi', score: 5 },
  'lfi-private': { module: 'lfi', score: 3 },
  'lfi-callback': { module: 'lfi', score: 5 },
  'lfi-userinfo': { module: 'lfi', score: 5 },
  'lfi-mention': { module: 'lfi', score: 3 },

  'rce-command': { module: 'rce', score: 5 },
  'rce-shell': { module: 'rce', score: 5 },
  'rce-windows': { module: 'rce', score: 5 },
  'rce-direct': { module: 'rce', score: 4 },
  'rce-path': { module: 'rce', score: 5 },
  'rce-lookup': { module: 'rce', score: 5 },
  'rce-shellshock': { module: 'rce', score: 5 },
  'rce-php': { module: 'rce', score: 5 },
  'rce-java': { module: 'rce', score: 5 },
  'rce-node': { module: 'rce', score: 5 },
  'rce-python': { module: 'rce', score: 5 },
  'rce-ruby': { module: 'rce', score: 5 },
  'rce-template': { module: 'rce', score: 5 },
  'rce-include': { module: 'rce', score: 5 },
  'rce-serialized': { module: 'rce', score: 5 },
  'rce-upload': { module: 'rce', score: 5 },
  'rce-document': { module: 'rce', score: 3 },

  'scanner-agent': { module: 'scanner', score: 5 },
  'scanner-header': { module: 'scanner', score: 5 },
  'scanner-mark': { module: 'scanner', score: 5 },
  'scanner-probe': { module: 'scanner', score: 5 },

  'protocol-method': { module: 'protocol', score: 5 },
  'protocol-smuggling': { module: 'protocol', score: 5 },
  'protocol-request': { module: 'protocol', score: 5 },
  'protocol-file': { module: 'protocol', score: 5 },
  'protocol-null': { module: 'protocol', score: 5 },
  'protocol-splitting': { module: 'protocol', score: 5 },
  'protocol-range': { module: 'protocol', score: 5 },
  'protocol-type': { module: 'protocol', score: 5 },
  'protocol-override': { module: 'protocol', score: 5 },
  'protocol-connection': { module: 'protocol', score: 5 },
  'protocol-cookie': { module: 'protocol', score: 5 },
  'protocol-session': { module: 'protocol', score: 5 },
  'protocol-ldap': { module: 'protocol', score: 5 },
  'protocol-width': { module: 'protocol', score: 5 },
  'protocol-double': { module: 'protocol', score: 3 },
  'protocol-parameters': { module: 'protocol', score: 3 },
  'protocol-escape': { module: 'protocol', score: 3, strict: true },
  'protocol-agent': { module: 'protocol', score: 2, strict: true },
} as const satisfies Readonly<Record<string, PatternInfo>>;

export type PatternId = keyof typeof patternTable;
/** The same table, for an ID that may be of any pattern. */
export const patternInfo: Readonly<Record<PatternId, PatternInfo>> = patternTable;
export const patternIds = Object.keys(patternTable) as PatternId[];
