import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../api/app-error.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Placard API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
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

/** /api/openapi.json and a page to read it, served from here; both loaded only when asked for. */
export function addApiDocs(app: FastifyInstance): void {
  let document: Promise<string> | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= import('./openapi-document.ts').then((module) => module.openApiJson());
    return reply.type('application/json').send(await document);
  });
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  app.get<{ Params: { file: string } }>('/api/docs/:file', async (request, reply) => {
    const { file } = request.params;
    const found = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (found === undefined) throw new AppError('not_found');
    return reply.type(found.type).send(await readFile(fileURLToPath(found.url())));
  });
}
