import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createChdbConnection } from 'chdb/connection';

/**
 * A ClickHouse server for tests, a process of its own: the embedded engine behind as much of ClickHouse's HTTP interface as the client
 * speaks to us. Arguments: the engine's folder, the port (0: any). It tells its port to its parent, which may ask it to die or to stop
 * answering once the next insert is stored.
 */
const [folder = '', port = '0'] = process.argv.slice(2);

/** A connection of the engine answers one call after the other: what is asked, and what is copied, does not wait for what is written. */
class Lane {
  readonly engine = createChdbConnection({ path: folder });
  #last: Promise<unknown> = Promise.resolve();

  take(work: () => Promise<void>): void {
    this.#last = this.#last.then(work);
  }
}
const writing = new Lane();
const asking = new Lane();
const copying = new Lane();

function laneOf({ statement }: Call): Lane {
  if (/^\s*(select|kill)\b/i.test(statement)) return asking;
  return /^\s*create table placard_report_copy/i.test(statement) ? copying : writing;
}

/** What happens to the process when an insert is stored and before it is acknowledged. */
let afterInsert: 'answer' | 'die' | 'say nothing' = 'answer';
process.on('message', (wish: typeof afterInsert) => {
  afterInsert = wish;
  process.send?.('heard');
});

type Call = { readonly statement: string; readonly body: Buffer; readonly search: URLSearchParams };

/** Everything else in the address is a setting. */
const NO_SETTINGS = ['query', 'query_id', 'database', 'session_id', 'role', 'default_format'];

function settingsOf(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...search].filter(([name]) => !NO_SETTINGS.includes(name) && !name.startsWith('param_')),
  );
}

function valuesOf(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...search].flatMap(([name, value]) => (name.startsWith('param_') ? [[name.slice(6), value]] : [])),
  );
}

async function insert({ engine }: Lane, { statement, body, search }: Call): Promise<void> {
  const settings = settingsOf(search);
  const native = /^\s*insert into (\w+) \((.*)\) format Native\s*$/is.exec(statement);
  if (native === null) {
    await engine.insert({ query: statement, values: body.toString(), clickhouse_settings: settings });
    return;
  }
  // The engine takes no bytes with a statement.
  const [, table = '', columns = ''] = native;
  const path = join(folder, 'incoming.native');
  writeFileSync(path, body);
  await engine.command({
    query: `insert into ${table} (${columns}) select ${columns} from file('${path}', 'Native')`,
    clickhouse_settings: settings,
  });
}

async function answer(lane: Lane, call: Call, response: ServerResponse): Promise<void> {
  const { engine } = lane;
  // Rows come behind a statement that stands in the address; `insert … select` is a statement as any other.
  if (call.search.has('query') && /^\s*insert/i.test(call.statement)) {
    await insert(lane, call);
    if (afterInsert === 'die') process.kill(process.pid, 'SIGKILL');
    if (afterInsert === 'say nothing') return;
    response.end();
    return;
  }
  // Values come escaped already, as the engine reads them.
  for (const [name, value] of Object.entries(valuesOf(call.search))) {
    const literal = value.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    await engine.command({ query: `set param_${name} = '${literal}'` });
  }
  const { stream } = await engine.query({
    query: call.statement,
    clickhouse_settings: settingsOf(call.search),
  });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  response.end(Buffer.concat(parts));
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { searchParams: search } = new URL(request.url ?? '/', 'http://clickhouse');
  const body = Buffer.concat(parts);
  return { search, body, statement: search.get('query') ?? body.toString() };
}

const server = createServer((request, response) => {
  void callOf(request).then((call) => {
    const lane = laneOf(call);
    lane.take(async () => {
      try {
        await answer(lane, call, response);
      } catch (cause) {
        const text = String(cause instanceof Error ? cause.message : cause);
        const code = /Code: (\d+)/.exec(text)?.[1] ?? '1002';
        response
          .writeHead(500, { 'x-clickhouse-exception-code': code })
          .end(`Code: ${code}. DB::Exception: ${text}`);
      }
    });
  });
});
process.on('disconnect', () => process.exit());
server.listen(Number(port), '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
