import type { Db } from '@placard/db/database';
import { acceptedLanguages, type Language, languageFor } from '@placard/domain/language';
import { textsIn } from '@placard/texts/catalogue';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { keptFor } from '../fairness/kept.ts';
import { awayTexts } from '../texts/catalogues.ts';
import { works } from './health.ts';
import { isScreenPath } from './static-files.ts';

const TRY_AGAIN_SECONDS = 5;
const KEPT_MS = 1_000;

function awayPage(language: Language): string {
  const t = textsIn(awayTexts, language);
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta http-equiv="refresh" content="${TRY_AGAIN_SECONDS}" />
    <title>${t('title')}</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 32rem; padding: 0 1.5rem; }
      h1 { font-size: 1.5rem; margin: 0 0 0.5rem; }
      p { margin: 0; }
    </style>
  </head>
  <body>
    <main>
      <h1>${t('title')}</h1>
      <p>${t('text')}</p>
    </main>
  </body>
</html>
`;
}

/**
 * While PostgreSQL is away who opens the dashboard sees a page that says so and tries again, instead of screens full of
 * errors. Calls of a dashboard that is open already have their own answer, 503.
 */
export function addAwayPage(app: FastifyInstance, deps: { readonly db: Db }): void {
  const isHere = keptFor(
    KEPT_MS,
    () => performance.now(),
    async () => await works(async () => await sql`select 1`.execute(deps.db)),
  );
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (!isScreenPath(request.method, path) || request.headers.accept?.includes('text/html') !== true) return;
    if (await isHere()) return;
    const language = languageFor(acceptedLanguages(request.headers['accept-language'] ?? ''));
    await reply
      .code(503)
      .header('retry-after', TRY_AGAIN_SECONDS)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(awayPage(language));
  });
}
