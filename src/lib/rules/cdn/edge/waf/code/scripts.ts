/*
 * JavaScript of a server, Python, Ruby and Perl, beyond their calls: modules that are loaded, the process, prototypes, and the attributes
 * through which a template leaves its sandbox.
 */

const node: readonly (readonly [word: string, expression: RegExp])[] = [
  [
    'process',
    /\bprocess\s{0,3}(?:\.\s{0,3}(?:env|argv|mainmodule|binding|versions?|execpath|cwd|exit|kill|stdout|getbuiltinmodule)\b|\[\s{0,3}["'`\w])/,
  ],
  [
    'require',
    /\brequire\s{0,3}(?:\(\s{0,3}["'`](?:node:)?(?:fs|child_process|net|http|https|os|vm|path|dns|cluster|module|util|worker_threads|crypto|tls|stream|v8|repl|inspector)\b|\[\s{0,3}["'`\w]|\.(?:main|cache|resolve|extensions)\b)/,
  ],
  ['import', /\bimport\s{0,3}\(\s{0,3}["'`](?:https?:|data:|file:|\/\/|node:|fs["'`]|child_process)/],
  ['child_process', /\bchild_process\b/],
  ['module', /\bmodule\s{0,3}(?:\.\s{0,3}(?:exports|constructor|_load|children|paths)\b|\[\s{0,3}["'`])|:module:prototype\b/],
  [
    'constructor',
    /\bconstructor\b\]?["'`]?[.:\][("'`]{1,4}(?:\(|prototype\b|constructor\b|["'`]?return\b)|\bconstructor\.prototype\b|\[["'`]?constructor["'`]?\]/,
  ],
  ['__proto__', /__proto__\b/],
  ['prototype', /\bprototype\s{0,3}\.\s{0,3}\w{1,40}\s{0,3}=/],
  ['nd_func', /_\$\$nd_func\$\$_/],
  ['js_function', /\b__js_function\b|\b\$\$mjs\$\$/],
  ['function', /\bnew\s{1,9}function\s{0,3}\(/],
  ['globalthis', /\bglobalthis\s{0,3}[.[]/],
  ['string.fromcharcode', /\beval\s{0,3}\(\s{0,3}string\.fromcharcode\b/],
];
const python: readonly (readonly [word: string, expression: RegExp])[] = [
  [
    '__',
    /(?:[.[('"|]\s{0,3}['"]?)__(?:class|mro|base|bases|globals|builtins|subclasses|import|init|code|dict|reduce|getattribute|getitem|loader|name)__|__(?:class|mro|bases?|globals|builtins|subclasses|import|init|code|dict|reduce)__\s{0,3}(?:[[(]|\.\s{0,3}_)/,
  ],
  ['func_globals', /\bfunc_globals\b/],
  [
    'import ',
    /\bimport\s{1,5}(?:os|sys|subprocess|socket|pty|pickle|ctypes|commands|shutil|urllib\d?|requests|base64|builtins|importlib|platform)\b\s{0,3}[;,\n]/,
  ],
  ['system', /^c(?:os|posix|nt|commands|subprocess|__builtin__|builtins)\s{1,3}\w{2,20}\s/],
];
const ruby: readonly (readonly [word: string, expression: RegExp])[] = [
  ['%x', /(?:^|[\s(=#{])%x[{([|!/]/],
  ['io.popen', /\bio\.popen\b/],
  ['!ruby/', /!ruby\/(?:object|hash|struct|exception|class|regexp|sym)/],
  ['.constantize', /\.constantize\b/],
  ['system', /#\{\s{0,5}(?:system|exec|`|%x|open|kernel|io)\b/],
  ['process.', /\bprocess\.(?:spawn|exec|fork|daemon|detach|kill|setuid)\b/],
  ['kernel.', /\bkernel\.(?:exec|system|spawn|open|fork|syscall|load|require|eval)\b/],
  ['send', /\.(?:public_)?send\s{0,3}\(?\s{0,3}:(?:system|exec|eval|spawn|`|open|send)\b/],
];

const find = (list: readonly (readonly [word: string, expression: RegExp])[], text: string): string | null => {
  for (const [word, expression] of list) {
    if (!text.includes(word)) continue;
    const found = expression.exec(text);
    if (found) return found[0];
  }
  return null;
};

/** A quick test: without one of these words, no finder of this file finds anything. */
export const mayBeScript =
  /process|require|import|module|constructor|__|prototype|nd_func|\$\$mjs|function|globalthis|string\.from|func_globals|system|%x|popen|!ruby|constantize|kernel|send/;

/** @param text in lower case */
export const findNode = (text: string): string | null => find(node, text);
export const findPython = (text: string): string | null => find(python, text);
export const findRuby = (text: string): string | null => find(ruby, text);
