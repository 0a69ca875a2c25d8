import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectSettings } from '../objects/object-settings.ts';

/** A bucket on 127.0.0.1 that speaks as much of S3 as our store does, and checks each signature (version 4). */
export interface S3Server {
  readonly settings: ObjectSettings;
  /** By key, the prefix included. */
  readonly objects: Map<string, Buffer>;
  /** Method and key of what was asked. */
  readonly asked: string[];
  /** Told of each request; one that answers `true` has answered by itself. */
  before: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** What is listed as the tag of a content, whose checksum is given; null: none. */
  tags: (checksum: string) => string | null;
  stop(): Promise<void>;
}

const BUCKET = 'placard-test';
const ACCESS_KEY_ID = 'AKIATESTKEY';
const SECRET_ACCESS_KEY = 'a-secret-of-the-test/bucket+1';
/** Few on a page, so that listing goes on to a second one. */
const PAGE = 3;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const md5 = (data: string | Buffer) => createHash('md5').update(data).digest();
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** What is wrong with the signature; null: it is that of SECRET_ACCESS_KEY over this very request. */
function signatureFault(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    request.headers.authorization ?? '',
  );
  if (parts === null) return 'AccessDenied';
  const [, keyId = '', scope = '', signed = '', signature = ''] = parts;
  if (keyId !== ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  const content = String(request.headers['x-amz-content-sha256']);
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), signed, content].join('\n');
  const [date = '', region = '', service = '', end = ''] = scope.split('/');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, service, end].reduce(hmac, hmac(`AWS4${SECRET_ACCESS_KEY}`, date));
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

class Bucket {
  readonly objects = new Map<string, Buffer>();
  readonly #uploads = new Map<string, Map<number, Buffer>>();
  /** Of what came in parts: how many bytes each but the last has. */
  readonly #partBytes = new Map<string, number>();
  readonly #tags: S3Server['tags'];
  #made = 0;

  constructor(tags: S3Server['tags']) {
    this.#tags = tags;
  }

  answer(method: string, key: string, url: URL, body: Buffer, response: ServerResponse): ServerResponse {
    const query = url.searchParams;
    const upload = query.get('uploadId');
    if (key === '') {
      if (method === 'POST' && query.has('delete')) return this.#remove(body, response);
      return this.#list(query, response);
    }
    if (method === 'POST' && query.has('uploads')) return this.#begin(key, response);
    if (upload !== null) return this.#part(method, key, upload, query, body, response);
    if (method === 'PUT') {
      this.objects.set(key, body);
      this.#partBytes.delete(key);
      return response.writeHead(200, { ETag: `"${this.#tag(key)}"` }).end();
    }
    const found = this.objects.get(key);
    if (found === undefined) return fail(response, 404, 'NoSuchKey');
    return response
      .writeHead(200, { 'Content-Length': found.length })
      .end(method === 'HEAD' ? undefined : found);
  }

  /** As S3 has it, of what lies there now: a test may have changed it. */
  #tag(key: string): string {
    const [content, most] = [this.objects.get(key) ?? Buffer.alloc(0), this.#partBytes.get(key)];
    if (most === undefined) return md5(content).toString('hex');
    const parts: Buffer[] = [];
    for (let from = 0; from < content.length; from += most)
      parts.push(md5(content.subarray(from, from + most)));
    return `${md5(Buffer.concat(parts)).toString('hex')}-${parts.length}`;
  }

  #listedTag(key: string): string {
    const tag = this.#tags(this.#tag(key));
    return tag === null ? '' : `<ETag>&quot;${tag}&quot;</ETag>`;
  }

  #begin(key: string, response: ServerResponse): ServerResponse {
    this.#made += 1;
    const id = `upload-${this.#made}`;
    this.#uploads.set(id, new Map());
    const inside = `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
    return xml(response, `<InitiateMultipartUploadResult>${inside}</InitiateMultipartUploadResult>`);
  }

  #part(
    method: string,
    key: string,
    id: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): ServerResponse {
    const parts = this.#uploads.get(id);
    if (parts === undefined) return fail(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      const part = Number(query.get('partNumber'));
      parts.set(part, body);
      return response.writeHead(200, { ETag: `"${id}-${part}"` }).end();
    }
    this.#uploads.delete(id);
    if (method === 'DELETE') {
      return response.writeHead(204).end();
    }
    const order = [...parts.keys()].sort((one, other) => one - other);
    this.objects.set(key, Buffer.concat(order.map((part) => parts.get(part) ?? Buffer.alloc(0))));
    this.#partBytes.set(key, parts.get(1)?.length ?? 1);
    const tag = `<ETag>"${this.#tag(key)}"</ETag>`;
    return xml(
      response,
      `<CompleteMultipartUploadResult><Key>${key}</Key>${tag}</CompleteMultipartUploadResult>`,
    );
  }

  #list(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const more = keys.length > PAGE;
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${this.objects.get(key)?.length ?? 0}</Size>${this.#listedTag(key)}</Contents>`,
    );
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return xml(
      response,
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }

  #remove(body: Buffer, response: ServerResponse): ServerResponse {
    for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) this.objects.delete(key);
    return xml(response, '<DeleteResult></DeleteResult>');
  }
}

function xml(response: ServerResponse, text: string): ServerResponse {
  return response.writeHead(200, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
}

function fail(response: ServerResponse, status: number, code: string): ServerResponse {
  return response
    .writeHead(status, { 'Content-Type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);
}

export async function startS3Server(prefix = ''): Promise<S3Server> {
  const bucket = new Bucket((checksum) => running.tags(checksum));
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const key = decodeURIComponent(url.pathname).slice(`/${BUCKET}/`.length);
    const method = request.method ?? 'GET';
    asked.push(`${method} ${key}`);
    if (running.before(request, response)) return;
    const fault = signatureFault(request, url, body);
    if (fault === null) bucket.answer(method, key, url, body, response);
    else fail(response, 403, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const running: S3Server = {
    settings: {
      ...{ bucket: BUCKET, region: 'eu-central-1', prefix },
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY },
    },
    ...{ objects: bucket.objects, asked },
    before: () => false,
    tags: (checksum) => checksum,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return running;
}
