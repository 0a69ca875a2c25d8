import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { withRequest } from '../api/current-request.ts';
import type { HasClock, HasDb } from '../deps.ts';
import { DOWNLOADS_PATH, openLink } from '../features/data-export/download-link.ts';

/** Archives by links that hold once: a browser writes them to the disk as they come. */
export function addDownloads(app: FastifyInstance, deps: HasDb & HasClock): void {
  app.get<{ Params: { token: string } }>(
    `${DOWNLOADS_PATH}/:token`,
    // Who only asks how large it is would use the link up.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { token } = request.params;
      const origin = {
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        accountId: null,
        apiKeyId: null,
      };
      const { name, sizeBytes, pieces } = await withRequest(origin, async () => await openLink(deps, token));
      return reply
        .type('application/zip')
        .header('content-length', sizeBytes)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(pieces));
    },
  );
}
