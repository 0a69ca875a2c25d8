import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../api/app-error.ts';
import { JSON_LIMIT_BYTES } from '../../../api/body-parsers.ts';
import type { CardDeps } from './cards-of.ts';
import { receiveEvent } from './gateway-events.ts';

export const WEBHOOK_PATH = '/api/webhooks/stripe';

/**
 * Where the gateway tells what happened. Not part of the contract: nobody signs in, and the body is taken as it came,
 * byte for byte, because its signature covers exactly that.
 */
export async function addWebhook(app: FastifyInstance, deps: CardDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: JSON_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(WEBHOOK_PATH, async (request, reply) => {
      if (deps.cards === null) throw new AppError('not_found');
      const { body, headers } = request;
      const signature = headers['stripe-signature'];
      const event =
        Buffer.isBuffer(body) && typeof signature === 'string'
          ? deps.cards.readEvent(body, signature, deps.clock())
          : null;
      if (event === null) throw new AppError('bad_request');
      await receiveEvent(deps, event);
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
