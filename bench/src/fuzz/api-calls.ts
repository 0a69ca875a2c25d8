import { contract } from '@placard/contract/contract';
import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import type { OperationMeta } from '@placard/contract/operation';
import { nasty, nearly, plausible } from '@placard/contract/testing/made-inputs';
import type { Place } from '@placard/contract/testing/walk-schemas';
import type { Draw } from '../faults/random.ts';

type Schema = Place['schema'];

export type ApiOperation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly meta: OperationMeta;
  readonly input: Schema | undefined;
  readonly output: Schema | undefined;
};

/** Every operation of the contract. */
export const API_OPERATIONS: readonly ApiOperation[] = Object.entries(contract).flatMap(
  ([group, operations]) =>
    Object.entries(operations).map(([name, procedure]) => {
      const { route, meta, inputSchema, outputSchema } = procedure['~orpc'];
      return {
        name: `${group}.${name}`,
        method: route.method ?? 'POST',
        path: route.path ?? '',
        meta: meta as OperationMeta,
        input: inputSchema as Schema | undefined,
        output: outputSchema as Schema | undefined,
      };
    }),
);

export type Manner = 'valid' | 'near' | 'hostile';
export type ApiCall = {
  readonly operation: ApiOperation;
  readonly manner: Manner;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

const HOSTILE_BODIES = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '"',
    '{"a":1}{"b":2}',
    '['.repeat(5_000),
    '{"a":'.repeat(2_000),
    '\u0000',
    '1e999',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
    `{"name":"${'x'.repeat(200_000)}"}`,
  ],
];
const HOSTILE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-encoding': 'gzip' },
  { 'placard-account': '0' },
  { 'placard-account': '99999999999' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0,-1' },
  { accept: 'image/png' },
  { 'accept-language': ','.repeat(500) },
];
const HOSTILE_IDS = [
  '0',
  '-1',
  'x',
  '%00',
  '%ff',
  '2147483648',
  '1e3',
  '..%2f',
  '%2e%2e',
  '1%3b',
  '９',
  '1/2',
];

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function withParameters(path: string, input: Record<string, unknown>, draw: Draw, hostile: boolean) {
  const rest = { ...input };
  const filled = path.replaceAll(/\{\+?([^}]+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (hostile && draw.chance(0.5)) return draw.oneOf(HOSTILE_IDS);
    return encodeURIComponent(safely(text(value ?? draw.between(1, 40)))) || '1';
  });
  return { filled, rest };
}

/** Halves of pairs can't be written into an address. */
function safely(value: string): string {
  return value.toWellFormed().slice(0, 2_000);
}

function inputFor(operation: ApiOperation, manner: Manner, draw: Draw): Record<string, unknown> {
  if (operation.input === undefined) return {};
  let made = plausible(operation.input, draw);
  for (let attempt = 0; manner !== 'hostile' && attempt < 6; attempt += 1) {
    if (operation.input.safeParse(made).success) break;
    made = plausible(operation.input, draw);
  }
  if (manner === 'near') made = nearly(made, draw);
  const input =
    typeof made === 'object' && made !== null ? (made as Record<string, unknown>) : { value: made };
  if (manner !== 'hostile') return input;
  return Object.fromEntries(
    Object.keys(input).map((name) => [name, draw.chance(0.7) ? nasty(draw) : input[name]]),
  );
}

export function makeCall(draw: Draw): ApiCall {
  const operation = draw.oneOf(API_OPERATIONS);
  const manner = draw.oneOf(['valid', 'valid', 'near', 'near', 'hostile'] as const);
  const hostile = manner === 'hostile';
  const { filled, rest } = withParameters(operation.path, inputFor(operation, manner, draw), draw, hostile);
  const isGet = operation.method === 'GET';
  const query = Object.entries(rest)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(safely(text(value)))}`)
    .join('&');
  const hasBody = !isGet && (operation.input !== undefined || hostile);
  const json = hostile && draw.chance(0.3) ? draw.oneOf(HOSTILE_BODIES) : JSON.stringify(rest);
  return {
    ...{ operation, manner },
    path: `/api${filled}${isGet && query !== '' ? `?${query}` : ''}`,
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(draw.chance(0.9) ? { 'idempotency-key': `fuzz-${draw.between(1, 1_000_000)}` } : {}),
      ...(hostile && draw.chance(0.4) ? draw.oneOf(HOSTILE_HEADERS) : {}),
    },
    body: hasBody ? json : undefined,
  };
}

/** Answers with a status of 500 and above that the catalogue knows are waits and outside faults, no failures. */
const EXPECTED = new Set(Object.values(ERROR_CATALOGUE).map(({ status }) => status as number));

/** What is wrong with an answer; undefined: nothing. */
export function faultOf(call: ApiCall, status: number, type: string, body: string): string | undefined {
  if (status === 500 || (status > 500 && !EXPECTED.has(status)))
    return `answered ${status}: ${body.slice(0, 300)}`;
  if (!type.startsWith('application/json')) return undefined;
  let answer: { error?: { code?: string }; data?: unknown };
  try {
    answer = JSON.parse(body);
  } catch {
    return `${status} is no JSON: ${body.slice(0, 200)}`;
  }
  if (status >= 400) {
    const code = answer.error?.code ?? '';
    if (!Object.hasOwn(ERROR_CATALOGUE, code))
      return `${status} with the code "${code}" that no catalogue has`;
    const expected = ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE].status;
    return expected === status ? undefined : `${code} with ${status} instead of ${expected}`;
  }
  // A hostile path may lead to another operation than it was made for.
  const output = call.manner === 'hostile' ? undefined : call.operation.output;
  const parsed = output?.safeParse(answer);
  if (parsed === undefined || parsed.success) return undefined;
  return `an answer that is not its schema's: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`;
}
