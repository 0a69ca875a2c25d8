import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { isTooDeep } from './json-depth.ts';

export const JSON_LIMIT_BYTES = 256 * 1024;
/** An image of 5 MB with the form around it. */
export const UPLOAD_LIMIT_BYTES = 6 * 1024 * 1024;
const UPLOAD_PATH = '/api/advertiser/images';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** JSON is UTF-8 (RFC 8259): what is written otherwise would be stored with � in its names. */
function textOf(body: Buffer): string | null {
  try {
    return UTF8.decode(body);
  } catch {
    return null;
  }
}

/**
 * JSON, and a form with a file for the one operation that takes it. Nothing else is read.
 * @param count told of the bytes of each, and throws where they are too many
 */
export function addBodyParsers(
  app: FastifyInstance,
  count: (request: FastifyRequest, bytes: number) => void,
): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: JSON_LIMIT_BYTES },
    (request, body: Buffer, done) => {
      // Clients send the header without a body too (POST …/cancel); that is no fault.
      if (body.length === 0) return done(null, undefined);
      try {
        count(request, body.length);
      } catch (cause) {
        return done(cause as Error, undefined);
      }
      const text = textOf(body);
      if (text === null)
        return done(new AppError('bad_request', { apiOnly: 'The body is not written in UTF-8.' }), undefined);
      if (isTooDeep(text)) return done(new AppError('bad_request'), undefined);
      parseJson(request, text, done);
    },
  );
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: UPLOAD_LIMIT_BYTES },
    async (request: FastifyRequest, body: Buffer) => {
      count(request, body.length);
      try {
        const headers = { 'content-type': request.headers['content-type'] ?? '' };
        return await new Response(new Uint8Array(body), { headers }).formData();
      } catch {
        throw new AppError('bad_request');
      }
    },
  );
}

/** Forms are read into memory, so only somebody who is signed in may send one, and only where one belongs. */
export function mayUpload(path: string, signedIn: boolean): boolean {
  return signedIn && path === UPLOAD_PATH;
}
