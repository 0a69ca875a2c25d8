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

/** Fields of a form, with room for what programs add to the one file. */
export const FORM_PARTS = 20;
/** What is said of a part before it: its name, its file's and its type. */
export const PART_HEAD_BYTES = 4 * 1024;
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))\s*(?:;|$)/i;
const HEAD_END = '\r\n\r\n';

/**
 * How the parts of a form are told apart, where it has no more and no longer heads than one of ours: reading forty thousand parts
 * takes the event loop for half a second. Null where that is not so.
 */
function boundaryOf(type: string, body: Buffer): string | null {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return null;
  const line = Buffer.from(`--${boundary}`);
  let parts = 0;
  for (let at = body.indexOf(line); at !== -1; at = body.indexOf(line, at + line.length)) {
    parts += 1;
    // The last one ends the form.
    if (parts > FORM_PARTS + 1) return null;
    const after = body.subarray(at + line.length, at + line.length + PART_HEAD_BYTES);
    if (!after.includes(HEAD_END) && after.length === PART_HEAD_BYTES) return null;
  }
  return boundary;
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
      const boundary = boundaryOf(request.headers['content-type'] ?? '', body);
      if (boundary === null) throw new AppError('bad_request');
      try {
        // Read by the very boundary that was looked at.
        const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
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
