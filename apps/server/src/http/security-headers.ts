import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { HasUrls } from '../deps.ts';

/** Browsers keep to https this long after a visit. */
const YEAR_S = 365 * 24 * 3_600;

/** Strict by default: scripts only from here, images and frames also from the delivery server, no framing of ours. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  urls: HasUrls,
  /** Hashes of the dashboard's own scripts within its page. */
  inlineScripts: readonly string[],
): Promise<void> {
  const delivery = new URL(urls.deliveryUrl).origin;
  const https = urls.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
        // Mantine sets custom properties and positions in style attributes and tags.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', delivery],
        frameSrc: [delivery],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: YEAR_S } : false,
    // Addresses of one-time links carry a token: nobody else learns where a visitor comes from.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Without https browsers ignore it and complain in the console.
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: https,
  });
}
