import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../api/app-error.ts';
import { OneATurn } from '../fairness/one-a-turn.ts';
import { ThreadPool } from '../fairness/thread-pool.ts';

const page = (client: string | undefined) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Placard API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
${client === undefined ? '' : clientLine(client)}    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const clientLine = (
  file: string,
) => `    <p style="max-width: 1460px; margin: 24px auto 0; padding: 0 20px; font: 16px/1.5 sans-serif">
      Typed client for TypeScript and JavaScript: <a href="/api/docs/${file}">${file}</a>
    </p>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });\n`;

/** The only files of the package that are served. */
const FILES: Readonly<Record<string, { readonly type: string; readonly url: () => string }>> = {
  'swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    url: () => import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  },
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    url: () => import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
};

/** What `npm run client -- pack` names its tarball. */
const CLIENT = /^placard-client-\d[\w.+-]*\.tgz$/;

function packedClient(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  try {
    return readdirSync(folder).find((name) => CLIENT.test(name));
  } catch {
    // Not built, as where the API alone is worked on.
    return undefined;
  }
}

/** The thread's own program lies beside the other programs. */
const PROGRAMS = new URL('..', import.meta.url);
/** Asked for once in the life of a process, and on a busy machine the contract takes a second to load. */
const DOCUMENT_THREAD = {
  ...{ perKey: 1, atOnce: 1, waiting: 0, waitingInAll: 0, patienceMs: 0 },
  ...{ file: new URL('main-openapi-thread.ts', PROGRAMS), jobMs: 60_000, idleMs: 1_000 },
};

/** Makes the document beside the event loop. */
function documentMaker(app: FastifyInstance): () => Promise<Buffer> {
  const thread = new ThreadPool(DOCUMENT_THREAD);
  app.addHook('onClose', async () => await thread.close());
  return async () => Buffer.from(String(await thread.run('document', null)));
}

type Text = { readonly plain: Buffer; readonly packed: Buffer; readonly etag: string };

const pack = promisify(gzip);

async function textOf(plain: Buffer): Promise<Text> {
  const etag = createHash('sha256').update(plain).digest('base64url');
  return { plain, packed: await pack(plain), etag };
}

/**
 * Texts of more than a megabyte, packed once and kept: written anew for each, with nothing kept by who asks, four hundred
 * calls took the event loop for two seconds. One of them is sent in a turn of it.
 */
class KeptTexts {
  readonly #texts = new Map<string, Promise<Text>>();
  readonly #turns = new OneATurn();

  /** @param make at the first request; again where that failed */
  async send(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: () => Promise<Buffer>,
  ): Promise<FastifyReply> {
    const kept = this.#texts.get(name) ?? make().then(textOf);
    this.#texts.set(name, kept);
    kept.catch(() => this.#texts.delete(name));
    const { plain, packed, etag } = await kept;
    const isPacked = negotiate((headers['accept-encoding'] ?? '').toLowerCase(), ['gzip']) === 'gzip';
    const tag = `"${etag}${isPacked ? ';gzip' : ''}"`;
    reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (headers['if-none-match'] === tag) return reply.code(304).send();
    if (isPacked) reply.header('content-encoding', 'gzip');
    await this.#turns.pass();
    return reply.send(isPacked ? packed : plain);
  }
}

/** /api/openapi.json and a page to read it, served from here; both loaded only when asked for. */
export function addApiDocs(app: FastifyInstance, clientFolder?: string): void {
  const client = packedClient(clientFolder);
  const makeDocument = documentMaker(app);
  const texts = new KeptTexts();
  app.get('/api/openapi.json', async (request, reply) => {
    return await texts.send(request, reply.type('application/json'), 'document', makeDocument);
  });
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(client)));
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  app.get<{ Params: { file: string } }>('/api/docs/:file', async (request, reply) => {
    const { file } = request.params;
    if (clientFolder !== undefined && file === client)
      return reply.type('application/gzip').send(await readFile(join(clientFolder, file)));
    const found = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (found === undefined) throw new AppError('not_found');
    const read = async () => await readFile(fileURLToPath(found.url()));
    return await texts.send(request, reply.type(found.type), file, read);
  });
}
