import { commands } from './commands.ts';
import { usage } from './failure.ts';
import { flagsOf } from './flags.ts';
import { next } from './help.ts';
import { choices } from './values.ts';

const scripts: Readonly<Record<string, string>> = {
  bash: `_nasim() {
  local IFS=$'\\n'
  COMPREPLY=($(nasim __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _nasim nasim`,
  zsh: `#compdef nasim
_nasim() {
  local -a found
  found=("\${(@f)$(nasim __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -a found || _files
}
compdef _nasim nasim 2>/dev/null || true
[[ "$funcstack[1]" = _nasim ]] && _nasim`,
};

export function completionScript(words: readonly string[]): string {
  const script = words.length === 1 ? scripts[words[0] ?? ''] : undefined;
  if (script === undefined) throw usage('Use “nasim completion bash” or “nasim completion zsh”.');
  return script;
}

/** What may replace the last of the words. */
export function complete(words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const path = before.filter((word) => !word.startsWith('-'));
  const command = commands.find(({ name }) => path.join(' ') === name || path.join(' ').startsWith(`${name} `));
  const previous = before.at(-1) ?? '';
  let found: string[];
  if (!command) found = path.length < before.length ? [] : next(path);
  else if (previous.startsWith('--')) {
    const flag = flagsOf(command).find(({ name }) => `--${name}` === previous);
    found = flag && !flag.isSwitch ? (choices(flag.item ?? flag.schema, command.input) ?? []) : flagNames(command, before);
  } else found = flagNames(command, before);
  return found.filter((one) => one.startsWith(typed));
}

function flagNames(command: (typeof commands)[number], before: readonly string[]): string[] {
  const own = flagsOf(command).flatMap(({ name, isSwitch }) => (isSwitch ? [`--${name}`, `--no-${name}`] : [`--${name}`]));
  return [...own, '--json', '--help', '--context'].filter((name) => !before.includes(name));
}
