import type { FastifyInstance } from 'fastify';
import type { HasUrls } from '../../deps.ts';
import { PROVIDER_CALLBACK_PATH } from '../../gateways/open-provider.ts';

const ANSWER_MOST = 8_000;

/**
 * Where the provider sends browsers back to. What it answers goes on behind a `#`, which no server sees and no log has, to
 * the page that began; only there does it count, with what that browser was given.
 */
export function addProviderCallback(app: FastifyInstance, { publicUrl }: HasUrls): void {
  app.get(PROVIDER_CALLBACK_PATH, async (request, reply) => {
    const [, answer = ''] = request.url.split('?', 2);
    const kept = answer.length > ANSWER_MOST ? '' : answer;
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${publicUrl}/login#sign-in?${kept}`, 303);
  });
}
