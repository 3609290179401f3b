/*
 * Statements of cmd.exe, and PowerShell. Both have a grammar that English lacks: a loop names its variable with `%`, and a condition has
 * an operator and then a command.
 */

const loop = /(?:^|[\s;|&(])for\s[^%]{0,80}%{1,2}\S{0,20}\s{1,12}in\s{1,9}\(.{0,120}?\)\s{0,9}do\b/s;
const operand = String.raw`(?:"[^"\n]{0,80}"|'[^'\n]{0,80}'|\([^)\n]{0,80}\)|[^\s="]{1,80})`;
const commandWord = String.raw`\(?\s{0,9}@?(?:echo|goto|set|call|exit|start|del|erase|copy|move|cmd|powershell|type|dir|rem|md|mkdir|rd|cd|pause|if|for|do)\b`;
const condition = new RegExp(
  String.raw`(?:^|[\s;|&(])if\s{0,9}(?:\/i\s{1,9})?(?:not\s{1,9})?(?:` +
    String.raw`(?:exist|defined|errorlevel|cmdextversion)\s{1,20}${operand}\s{1,20}(?:\(|${commandWord})|` +
    String.raw`\(?${operand}\s{0,9}(?:={2,3}|\s(?:equ|neq|lss|leq|gtr|geq)\s)\s{0,9}${operand}\s{0,20}\)?\s{0,9}(?:\(|${commandWord})|` +
    String.raw`[("[{']?%~?[^\s=]{1,30}\s{0,9}={2}\s{0,9}${operand})`,
);
const caseless = /(?:^|[\s;|&(])if\s{0,9}\/i\s{1,9}(?:not\s{1,9})?(?:exist|defined|[^\s=]{1,60}\s{0,9}==)/;

const cmdlet =
  /\b(?:invoke-(?:webrequest|expression|restmethod|command|item|wmimethod|cimmethod|history|mimikatz|shellcode|obfuscation)|start-(?:process|bitstransfer|job)|new-(?:object\s{1,9}(?:-\w{1,20}\s{1,9})?(?:system\.)?(?:net\.|io\.|diagnostics\.|management\.)|service|localuser|psdrive|scheduledtask\w{0,20})|set-executionpolicy|add-(?:mppreference|type|localgroupmember)|set-mppreference|downloadstring|downloadfile|frombase64string|out-file|get-(?:wmiobject|ciminstance|credential|clipboard|eventlog))\b/;
const startsWithCmdlet =
  /^\W{0,3}(?:get|set|new|remove|add|out|write|read|test|import|export|select|stop|start|copy|move|invoke|convertto|convertfrom|enable|disable|clear)-[a-z]{3,30}\b(?:\s{1,9}(?:-[a-z]{2,20}\b|["'$./\\]|[a-z]:\\)|\s{0,9}[|;])/;
const startsWithInvoke = /(?:^|[;|&`({]\s{0,9})(?:iex|iwr|irm|invoke-[a-z]{4,30})\b(?:\s|\(|$)/;
const encoded =
  /\b(?:powershell|pwsh)(?:\.exe)?\s.{0,80}-(?:e|ec|enc|encodedcommand|nop|noprofile|w|windowstyle|ep|exec|executionpolicy)\b/s;

const statements: readonly (readonly [word: string, expression: RegExp])[] = [
  ['%', loop],
  ['if', condition],
  ['if', caseless],
  ['powershell', encoded],
  ['pwsh', encoded],
];

/** A statement of cmd.exe or a call of PowerShell. @param text in lower case */
export function findWindows(text: string): string | null {
  for (const [word, expression] of statements) {
    if (!text.includes(word)) continue;
    const found = expression.exec(text);
    if (found) return found[0];
  }
  return startsWithInvoke.exec(text)?.[0] ?? null;
}

/** The name of a cmdlet that loads or runs something, or a value that starts with a cmdlet and its arguments. */
export const findCmdlet = (text: string): string | null =>
  text.includes('-') || text.includes('string') || text.includes('file') ? (cmdlet.exec(text)?.[0] ?? null) : null;

export const findCmdletCall = (text: string): string | null => startsWithCmdlet.exec(text)?.[0] ?? null;
