import type { FastifyInstance } from 'fastify';

/**
 * For crawlers that keep to it (RFC 9309; the longest rule that fits wins). What is before sign-in, the API's description and
 * /sellers.json stay open; a link of a mail that holds somebody's token is nobody's page. It protects nothing: what is private asks
 * who comes. A test holds it to the screens that there are (`e2e/robots.spec.ts`).
 */
export const ROBOTS = `User-agent: *
Disallow: /account
Disallow: /advertiser
Disallow: /dashboard
Disallow: /operator
Disallow: /publisher
Disallow: /two-factor
Disallow: /api/
Disallow: /*?*token=
Allow: /api/docs
Allow: /api/openapi.json
`;

const KEPT_S = 86_400;

export function addRobots(app: FastifyInstance): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', `public, max-age=${KEPT_S}`).type('text/plain; charset=utf-8').send(ROBOTS),
  );
}
