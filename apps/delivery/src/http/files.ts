import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { answerError } from './answers.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const RECHECK_MS = 2_000;
const FRESH = 'max-age=600, stale-while-revalidate=86400';

type Script = {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  /** For pages without https, where browsers do not take brotli. */
  readonly gzip: Buffer;
  readonly etag: string;
  readonly changedAtMs: number;
};

/** The tag's scripts, compressed once, read again when the file changes. */
export class Scripts {
  private readonly dir: string;
  private readonly scripts = new Map<string, Script>();
  private readonly checkedAtMs = new Map<string, number>();
  private readonly nowMs: () => number;

  constructor(dir: string, nowMs: () => number) {
    this.dir = dir;
    this.nowMs = nowMs;
  }

  /** @param kept `private`: by browsers alone. A cache between that goes by the path would give it to who asks for another script. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    kept: 'public' | 'private' = 'public',
  ): Promise<void> {
    const script = await this.load(name);
    if (script === null) {
      answerError(response, 'not_found', { message: `${name} is not built: run npm run build.` });
      return;
    }
    const coding = codingFor(request.headers['accept-encoding']?.toString() ?? '');
    const body = coding === 'br' ? script.brotli : coding === 'gzip' ? script.gzip : script.plain;
    const etag = coding === null ? `"${script.etag}"` : `"${script.etag}-${coding}"`;
    const headers = [
      ...['Content-Type', 'text/javascript; charset=utf-8', 'ETag', etag, 'Vary', 'Accept-Encoding'],
      ...['Cache-Control', `${kept}, ${FRESH}`, 'Access-Control-Allow-Origin', '*'],
      ...['Cross-Origin-Resource-Policy', 'cross-origin', 'X-Content-Type-Options', 'nosniff'],
    ];
    if (names(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers);
      response.end();
      return;
    }
    if (coding !== null) headers.push('Content-Encoding', coding);
    response.writeHead(200, [...headers, 'Content-Length', String(body.length)]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private async load(name: string): Promise<Script | null> {
    const known = this.scripts.get(name);
    if (known !== undefined && this.nowMs() - (this.checkedAtMs.get(name) ?? 0) < RECHECK_MS) return known;
    const path = join(this.dir, name);
    const info = await stat(path).catch(() => null);
    this.checkedAtMs.set(name, this.nowMs());
    if (info === null) return known ?? null;
    if (known?.changedAtMs === info.mtimeMs) return known;
    const plain = await readFile(path);
    const script = {
      plain,
      brotli: await toBrotli(plain),
      gzip: await toGzip(plain, { level: 9 }),
      etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
      changedAtMs: info.mtimeMs,
    };
    this.scripts.set(name, script);
    return script;
  }
}

/** Whether it is one of those that are held, also where a proxy that packed it anew has called it a weak one. */
function names(held: string | undefined, etag: string): boolean {
  return held?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
}

const CODINGS = ['br', 'gzip'] as const;
const OFFERED = [...CODINGS, 'identity'];

/** What the browser likes best, and of what it likes alike the smallest; null: as it is. */
function codingFor(accepted: string): (typeof CODINGS)[number] | null {
  const best = negotiate(accepted.toLowerCase(), OFFERED);
  return CODINGS.find((each) => each === best) ?? null;
}

/** GET /demo: the demo's publisher page, where there is one. */
export async function answerDemo(response: ServerResponse, dataDir: string): Promise<void> {
  const page = await readFile(join(dataDir, 'demo', 'index.html')).catch(() => null);
  if (page === null) {
    answerError(response, 'not_found', { message: 'There is no demo page.' });
    return;
  }
  response.writeHead(200, [
    ...['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(page.length)],
    ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
  ]);
  response.end(page);
}
