/*
 * Source code and configuration as a whole value, as snippets and repositories have it: every line is a statement, a key or an
 * instruction. An injected command is none of them.
 */

const minStatements = 3;
const maxStatements = 400;

/** Of an outline: a call, an assignment, the start of a block or all of it, or brackets that close something. */
const statement = /\w\(\)|\b(?:if|for|while|switch|catch) \(\)|\S [-+*/|.:]?=>? |\s\{(?:\})?[;,]?$|^[\])}]{1,4}[;,]?$/;
/** What a shell would replace or run: backticks, substitutions, and what stands behind a separator. */
const shell = /`|\$\(|[;|&].*\S/;
const comment = /^(?:---$|\/\/|\/\*|\*|#(?!!)|--\s)/;
/** Keys of YAML, and those whose values are commands (pipelines of GitHub, GitLab and Bitbucket, Compose, Ansible). */
const key = /^(?:- )?["']?[\w./-]{1,60}["']?:(?: [^;|&]{0,200})?$/;
const commandKey = /^(?:- )?(?:run|script|before_script|after_script|command|shell|raw|cmd|entrypoint|test):\s/;
/** Instructions of a Dockerfile. */
const instruction =
  /^(?:FROM|RUN|CMD|COPY|ADD|WORKDIR|ENV|EXPOSE|ENTRYPOINT|ARG|USER|LABEL|VOLUME|HEALTHCHECK|SHELL|STOPSIGNAL|ONBUILD)\s{1,4}\S/;
/** A line without strings and without what stands in brackets, which has separators of its own. */
function outline(line: string): string {
  let text = line.replace(/"[^"]{0,200}"|'[^']{0,200}'/g, '""');
  for (let depth = 0; depth < 4; depth++)
    text = text
      .replace(/\((?!\))[^(){}]{0,200}\)/g, '<>')
      .replace(/\{(?!\})[^(){}]{0,200}\}/g, '{}')
      .replaceAll('<>', '()');
  return text;
}

function isStatement(line: string): boolean {
  const text = outline(line);
  return !shell.test(text) && !/^[$<|&;]/.test(text) && statement.test(text);
}

/** The first line of a script. */
const script = /^\s{0,9}#!\/[^\n]{2,80}\n/;
/** Whether a text is a script, source code or configuration: every line of at least three, and none begins with a separator. */
export function isSource(text: string): boolean {
  if (script.test(text)) return true;
  const lines = text.split(/\r?\n/, maxStatements).map((one) => one.trim());
  const filled = lines.filter((one) => one !== '');
  if (filled.length < minStatements) return false;
  const isDockerfile = /^FROM \S/.test(filled[0] ?? '');
  const hasCommandKeys = filled.some((one) => key.test(one) && one.endsWith(':'));
  return filled.every(
    (one) =>
      comment.test(one) ||
      (isDockerfile && instruction.test(one)) ||
      key.test(one) ||
      (hasCommandKeys && commandKey.test(one)) ||
      isStatement(one),
  );
}
