import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { faultOf } from './fetch-failure.ts';
import type { Resolve } from './guarded-lookup.ts';
import { nameServersResolve } from './name-servers.ts';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;
type Question = { readonly id: number; readonly name: string; readonly type: number; readonly raw: Buffer };

/** A name server: what it has of a name, by type; of names that begin with "slow" it says nothing until it is let. */
const server = createSocket('udp4');
const records = new Map<string, Buffer>();
let kept: (() => void)[];
let heard: () => void;
let resolve: Resolve;

beforeAll(async () => {
  server.on('message', (message, from) => take(read(message), from));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  resolve = nameServersResolve([`127.0.0.1:${server.address().port}`]);
});
beforeEach(() => {
  records.clear();
  kept = [];
  heard = () => undefined;
});
afterAll(() => server.close());

function take(question: Question, from: RemoteInfo): void {
  const tell = () => server.send(answerTo(question), from.port, from.address);
  if (question.name.startsWith('slow')) {
    kept.push(tell);
    heard();
  } else tell();
}

function read(raw: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = raw.readUInt8(at); length > 0; length = raw.readUInt8(at)) {
    labels.push(raw.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    id: raw.readUInt16BE(0),
    name: labels.join('.'),
    type: raw.readUInt16BE(at + 1),
    raw: raw.subarray(12, at + 5),
  };
}

function answerTo({ id, name, type, raw }: Question): Buffer {
  const data = records.get(`${name} ${type}`);
  const known = [A, AAAA].some((each) => records.has(`${name} ${each}`));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data === undefined ? 0 : 1, 6);
  if (data === undefined) return Buffer.concat([head, raw]);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, raw, record, data]);
}

const FOUR = { address: '93.184.215.14', family: 4 };
const SIX = { address: '2606:4700::1', family: 6 };
const has = (name: string, type: number) =>
  records.set(
    `${name} ${type}`,
    type === A ? Buffer.from([93, 184, 215, 14]) : Buffer.from('26064700000000000000000000000001', 'hex'),
  );

it('gives the addresses of both kinds that a name has', async () => {
  for (const [name, type] of [
    ['both.example', A],
    ['both.example', AAAA],
    ['four.example', A],
    ['six.example', AAAA],
  ] as const)
    has(name, type);
  expect(await resolve('both.example')).toEqual([FOUR, SIX]);
  expect(await resolve('four.example')).toEqual([FOUR]);
  expect(await resolve('six.example')).toEqual([SIX]);
  for (const name of ['none.example', `${'x'.repeat(64)}.example`])
    expect(faultOf(await resolve(name).catch((cause: unknown) => cause))).toBe('name_not_found');
  expect(faultOf(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }))).toBe('timed_out');
});

it('lets no name wait for others whose servers do not answer, however many', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `slow-${index}.example`);
  for (const name of [...names, 'quick.example']) has(name, A);
  const all = Promise.withResolvers<void>();
  heard = () => {
    if (kept.length === names.length * 2) all.resolve();
  };
  const slow = names.map(resolve);
  await all.promise;
  expect(await resolve('quick.example')).toEqual([FOUR]);
  for (const tell of kept) tell();
  expect(await Promise.all(slow)).toEqual(names.map(() => [FOUR]));
});

it.each([
  ['name_not_found', ['ENOTFOUND', 'ENODATA', 'EBADNAME']],
  ['timed_out', ['ETIMEDOUT', 'ETIMEOUT', 'ABORT_ERR']],
  ['bad_response', ['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW']],
  ['certificate', ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_X', 'EPROTO', 'UNABLE_TO_X']],
  ['unreachable', ['ECONNREFUSED', 'ECONNRESET', 'X_HPE_Y']],
])('calls %s what is of %j', (fault, codes) => {
  for (const code of codes)
    expect([code, faultOf(Object.assign(new Error(code), { code }))]).toEqual([code, fault]);
});

it('calls unreachable whatever else is thrown', () => {
  for (const cause of [null, undefined, 'gone', {}, new Error('gone')])
    expect(faultOf(cause)).toBe('unreachable');
});
