import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../api/app-error.ts';
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

/** Made at the first request, beside the event loop, and kept; made anew where that failed. */
function keptDocument(app: FastifyInstance): () => Promise<unknown> {
  const thread = new ThreadPool(DOCUMENT_THREAD);
  app.addHook('onClose', async () => await thread.close());
  let document: Promise<unknown> | undefined;
  return async () => {
    document ??= thread.run('document', null).catch((fault: unknown) => {
      document = undefined;
      throw fault;
    });
    return await document;
  };
}

/** /api/openapi.json and a page to read it, served from here; both loaded only when asked for. */
export function addApiDocs(app: FastifyInstance, clientFolder?: string): void {
  const client = packedClient(clientFolder);
  const document = keptDocument(app);
  app.get('/api/openapi.json', async (_request, reply) => {
    return reply.type('application/json').send(await document());
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
    return reply.type(found.type).send(await readFile(fileURLToPath(found.url())));
  });
}
