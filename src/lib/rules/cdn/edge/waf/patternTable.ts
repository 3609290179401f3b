import type { WafModule } from '../protection.ts';

/** What attackers want to achieve. Each kind has its texts and a section of the guide; one without patterns is listed nowhere. */
export const attackKinds = [
  'queryCondition',
  'sqlRead',
  'sqlChange',
  'sqlBlind',
  'script',
  'scriptAttribute',
  'scriptAddress',
  'foreignContent',
  'traversal',
  'systemFile',
  'privateFile',
  'wrapper',
  'remoteFile',
  'internalRequest',
  'shell',
  'code',
  'template',
  'lookup',
  'deserialization',
  'upload',
  'scanner',
  'probe',
  'method',
  'smuggling',
  'splitting',
  'ambiguous',
  'session',
  'directory',
] as const;
export type AttackKind = (typeof attackKinds)[number];

/** What is known about a pattern without the code that finds it: this table also loads in the panel. */
export interface PatternInfo {
  module: WafModule;
  kind: AttackKind;
  /** As in the CRS: 5 critical, 4 error, 3 warning, 2 notice. */
  score: 2 | 3 | 4 | 5;
  /** Only at high sensitivity, because it also matches harmless text. */
  strict?: true;
  /** What a text about attacks or code contains too: of all such findings of a request, only the highest score counts. */
  mention?: true;
  /** Found no more: exceptions that name it stay valid, and logs are read. */
  former?: true;
}

/** Every pattern by its ID, which exceptions and logs store: an ID is never renamed or given another meaning. */
const patternTable = {
  'sqli-union': { module: 'sqli', kind: 'sqlRead', score: 5 },
  'sqli-tautology': { module: 'sqli', kind: 'queryCondition', score: 5 },
  'sqli-quote': { module: 'sqli', kind: 'queryCondition', score: 5 },
  'sqli-comment': { module: 'sqli', kind: 'queryCondition', score: 5 },
  'sqli-stacked': { module: 'sqli', kind: 'sqlChange', score: 5 },
  'sqli-time': { module: 'sqli', kind: 'sqlBlind', score: 5 },
  'sqli-schema': { module: 'sqli', kind: 'sqlRead', score: 5 },
  'sqli-function': { module: 'sqli', kind: 'sqlBlind', score: 5 },
  'sqli-blind': { module: 'sqli', kind: 'sqlBlind', score: 5 },
  'sqli-nosql': { module: 'sqli', kind: 'queryCondition', score: 5 },
  'sqli-operator': { module: 'sqli', kind: 'queryCondition', score: 3, mention: true },
  'sqli-mention': { module: 'sqli', kind: 'sqlRead', score: 2, mention: true },
  'sqli-select': { module: 'sqli', kind: 'sqlRead', score: 4, mention: true },
  'sqli-quotes': { module: 'sqli', kind: 'queryCondition', score: 3, strict: true },

  'xss-script': { module: 'xss', kind: 'script', score: 5 },
  'xss-event': { module: 'xss', kind: 'scriptAttribute', score: 5 },
  'xss-attribute': { module: 'xss', kind: 'scriptAttribute', score: 5 },
  'xss-uri': { module: 'xss', kind: 'scriptAddress', score: 5 },
  'xss-tag': { module: 'xss', kind: 'foreignContent', score: 5 },
  'xss-sink': { module: 'xss', kind: 'script', score: 5 },
  'xss-template': { module: 'xss', kind: 'template', score: 5 },
  'xss-obfuscated': { module: 'xss', kind: 'script', score: 5 },
  'xss-encoding': { module: 'xss', kind: 'script', score: 5 },
  'xss-code': { module: 'xss', kind: 'script', score: 4, mention: true },
  'xss-style': { module: 'xss', kind: 'foreignContent', score: 3, strict: true },

  'lfi-traversal': { module: 'lfi', kind: 'traversal', score: 5 },
  'lfi-relative': { module: 'lfi', kind: 'traversal', score: 3, mention: true },
  'lfi-system': { module: 'lfi', kind: 'systemFile', score: 5 },
  'lfi-hidden': { module: 'lfi', kind: 'privateFile', score: 5 },
  'lfi-configuration': { module: 'lfi', kind: 'privateFile', score: 5 },
  'lfi-copy': { module: 'lfi', kind: 'privateFile', score: 5 },
  'lfi-entity': { module: 'lfi', kind: 'systemFile', score: 5 },
  'lfi-backup': { module: 'lfi', kind: 'privateFile', score: 3, former: true },
  'lfi-wrapper': { module: 'lfi', kind: 'wrapper', score: 5 },
  'lfi-data': { module: 'lfi', kind: 'wrapper', score: 5 },
  'lfi-remote': { module: 'lfi', kind: 'remoteFile', score: 5 },
  'lfi-metadata': { module: 'lfi', kind: 'internalRequest', score: 5 },
  'lfi-disguised': { module: 'lfi', kind: 'internalRequest', score: 5 },
  'lfi-internal': { module: 'lfi', kind: 'internalRequest', score: 5 },
  'lfi-private': { module: 'lfi', kind: 'internalRequest', score: 3, mention: true },
  'lfi-callback': { module: 'lfi', kind: 'internalRequest', score: 5 },
  'lfi-userinfo': { module: 'lfi', kind: 'internalRequest', score: 5 },
  'lfi-mention': { module: 'lfi', kind: 'systemFile', score: 3, mention: true },

  'rce-command': { module: 'rce', kind: 'shell', score: 5 },
  'rce-shell': { module: 'rce', kind: 'shell', score: 5 },
  'rce-windows': { module: 'rce', kind: 'shell', score: 5 },
  'rce-direct': { module: 'rce', kind: 'shell', score: 4, mention: true },
  'rce-path': { module: 'rce', kind: 'shell', score: 5 },
  'rce-lookup': { module: 'rce', kind: 'lookup', score: 5 },
  'rce-shellshock': { module: 'rce', kind: 'shell', score: 5 },
  'rce-php': { module: 'rce', kind: 'code', score: 5 },
  'rce-java': { module: 'rce', kind: 'code', score: 5 },
  'rce-node': { module: 'rce', kind: 'code', score: 5 },
  'rce-python': { module: 'rce', kind: 'code', score: 5 },
  'rce-ruby': { module: 'rce', kind: 'code', score: 5 },
  'rce-template': { module: 'rce', kind: 'template', score: 5 },
  'rce-include': { module: 'rce', kind: 'code', score: 5 },
  'rce-serialized': { module: 'rce', kind: 'deserialization', score: 5 },
  'rce-upload': { module: 'rce', kind: 'upload', score: 5 },
  'rce-document': { module: 'rce', kind: 'code', score: 3, mention: true },

  'scanner-agent': { module: 'scanner', kind: 'scanner', score: 5 },
  'scanner-header': { module: 'scanner', kind: 'scanner', score: 5 },
  'scanner-mark': { module: 'scanner', kind: 'scanner', score: 5 },
  'scanner-probe': { module: 'scanner', kind: 'probe', score: 5 },

  'protocol-method': { module: 'protocol', kind: 'method', score: 5 },
  'protocol-smuggling': { module: 'protocol', kind: 'smuggling', score: 5 },
  'protocol-request': { module: 'protocol', kind: 'smuggling', score: 5 },
  'protocol-file': { module: 'protocol', kind: 'ambiguous', score: 5 },
  'protocol-null': { module: 'protocol', kind: 'ambiguous', score: 5 },
  'protocol-splitting': { module: 'protocol', kind: 'splitting', score: 5 },
  'protocol-range': { module: 'protocol', kind: 'ambiguous', score: 5 },
  'protocol-type': { module: 'protocol', kind: 'ambiguous', score: 5 },
  'protocol-override': { module: 'protocol', kind: 'method', score: 5 },
  'protocol-connection': { module: 'protocol', kind: 'smuggling', score: 5 },
  'protocol-cookie': { module: 'protocol', kind: 'ambiguous', score: 5 },
  'protocol-session': { module: 'protocol', kind: 'session', score: 5 },
  'protocol-ldap': { module: 'protocol', kind: 'directory', score: 5 },
  'protocol-width': { module: 'protocol', kind: 'ambiguous', score: 5 },
  'protocol-double': { module: 'protocol', kind: 'ambiguous', score: 3 },
  'protocol-parameters': { module: 'protocol', kind: 'ambiguous', score: 3 },
  'protocol-escape': { module: 'protocol', kind: 'ambiguous', score: 3, strict: true },
  'protocol-agent': { module: 'protocol', kind: 'scanner', score: 2, strict: true },
} as const satisfies Readonly<Record<string, PatternInfo>>;

export type PatternId = keyof typeof patternTable;
/** The same table, for an ID that may be of any pattern. */
export const patternInfo: Readonly<Record<PatternId, PatternInfo>> = patternTable;
export const patternIds = Object.keys(patternTable) as PatternId[];
