// ClickHouse's engine in this process, from the `chdb` that CHDB_PATH has, behind as much of ClickHouse's HTTP interface as the portal's
// client uses: a statement with its parameters and settings, and rows to insert. It ends with the process that started it.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'nasim-clickhouse-'));
const { Session } = createRequire(join(resolve(process.env.CHDB_PATH ?? ''), 'node_modules', 'x'))('chdb');
const session = new Session(folder);
const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** What the session has: the database, settings and parameters. */
const current = new Map();

/** Statements run one after the other, in one session. */
function run(search, body) {
  for (const [name, value] of search) {
    if (name === 'query' || name === 'query_id' || current.get(name) === value) continue;
    session.query(name === 'database' ? `use \`${value}\`` : `set ${name} = ${quote(value)}`);
    current.set(name, value);
  }
  const query = search.get('query');
  return session.query(query === null ? body : `${query}\n${body}`, 'JSONEachRow');
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const parts = [];
  for await (const part of request) parts.push(part);
  if (pathname === '/ping') return response.end('Ok.\n');
  try {
    response.end(run(searchParams, Buffer.concat(parts).toString()));
  } catch (error) {
    const code = /Code: (\d+)/.exec(error.message)?.[1] ?? '1001';
    response.writeHead(code === '81' ? 404 : 500, { 'x-clickhouse-exception-code': code }).end(error.message);
  }
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`));
process.once('disconnect', () => {
  session.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
