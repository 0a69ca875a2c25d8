import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { KeptAssets } from './kept-assets.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const NOT_BUILT = 'The dashboard is not built yet. Run "npm run build" and start again.\n';

/**
 * The built dashboard. Files under /assets carry a hash in their name and may be kept for ever; everything else is
 * asked for again each time (and answered with 304 while it is the same).
 */
export async function serveDashboard(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/*', async (request, reply) => {
      // What is no operation is none whether there are screens or not.
      if (request.url.startsWith('/api')) return reply.callNotFound();
      return reply.code(503).type('text/plain').send(NOT_BUILT);
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    // Its own route looks a file's name up in its folder, all 1,100 of them, at each request, for file systems that don't
    // tell capitals from small letters. Nothing in here is forbidden by its name.
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? FOR_EVER : 'no-cache');
    },
  });
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    // Given back, an answer is waited for by one more listener, and by another where the path is looked up once more.
    reply.sendFile(request.params['*']);
  });
  serveAssets(app, join(folder, 'assets'));
  serveScreens(app, folder);
}

/** Files with a hash in their name, from memory; one that came after the start is looked for in the folder. */
function serveAssets(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return;
  const assets = new KeptAssets(folder);
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const asset = await assets.find(name, request.headers['accept-encoding']);
    if (asset === undefined) return reply.sendFile(`assets/${name}`);
    reply.header('cache-control', FOR_EVER).header('etag', asset.etag);
    if (asset.varies) reply.header('vary', 'accept-encoding');
    // A browser that was told to look again sends back what it has.
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
    if (asset.encoding !== undefined) reply.header('content-encoding', asset.encoding);
    return reply.type(asset.type).send(asset.body);
  });
}

/** Each screen has a page of its own, which names that screen's files; every other path gets index.html. */
function serveScreens(app: FastifyInstance, folder: string): void {
  const table = join(folder, 'screens.json');
  if (!existsSync(table)) return;
  const screens = JSON.parse(readFileSync(table, 'utf8')) as Record<string, string>;
  for (const [path, file] of Object.entries(screens)) {
    app.get(path.replaceAll('$', ':'), (_request, reply) => {
      reply.sendFile(file);
    });
  }
}

/** The scripts that are in the page itself, as Content-Security-Policy names them: all others stay forbidden. */
export function inlineScriptSources(folder: string): string[] {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return [];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** Whether an unknown path is a screen of the dashboard, which finds its way by itself. */
export function isScreenPath(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  // A file that is missing is missing: answering it with a page would break the browser's module loading.
  return !path.startsWith('/api') && !path.startsWith('/assets/') && !/\.[a-z0-9]{1,8}$/i.test(path);
}
