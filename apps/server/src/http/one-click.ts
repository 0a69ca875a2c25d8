import type { FastifyInstance } from 'fastify';
import { AppError } from '../api/app-error.ts';
import type { HasDb, HasSecrets } from '../deps.ts';
import { unsubscribe } from '../features/views/schedule-view.ts';

/** `List-Unsubscribe=One-Click` and little more. */
const BODY_LIMIT_BYTES = 1_000;
/** As the contract's schema of such links. */
const TOKEN = /^[\w-]{20,200}$/;

/**
 * Ends mails by one press in the mail program, which posts to the very address that the link has (RFC 8058). Looking at the
 * address ends nothing: programs that check mails for harm do that.
 */
export async function addOneClick(app: FastifyInstance, deps: HasDb & HasSecrets): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post('/unsubscribe', async (request, reply) => {
      const { token } = request.query as { readonly token?: unknown };
      const asked = typeof request.body === 'string' && request.body.includes('One-Click');
      if (!asked || typeof token !== 'string' || !TOKEN.test(token)) throw new AppError('bad_request');
      await unsubscribe(deps, token);
      return reply.header('cache-control', 'no-store').send({ data: {} });
    });
  });
}
