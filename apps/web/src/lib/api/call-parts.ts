import type { Shape } from './answer-shape.ts';

/**
 * Method and path of one operation, the shape of its answer, and whether it takes an Idempotency-Key, as the build extracts
 * them from the contract.
 */
export type ApiRoute = readonly [method: string, path: string, answer: Shape, takesKey?: 1];

/** Operations as the build extracts them from the contract. */
export type RouteTree = { readonly [key: string]: ApiRoute | RouteTree };

export type CallParts = { readonly path: string; readonly query: URLSearchParams; readonly body: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function queryText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Bracket notation, as the server's OpenAPI handler reads it: `sizes[0]=300x250`, `created[from]=2026-01-01`. */
export function appendQuery(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) appendQuery(query, `${name}[${index}]`, item);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) appendQuery(query, `${name}[${key}]`, item);
  else query.append(name, queryText(value));
}

/** A body that carries a file travels as a form. */
function bodyOf(rest: Readonly<Record<string, unknown>>): unknown {
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return undefined;
  if (!entries.some(([, value]) => value instanceof Blob)) return Object.fromEntries(entries);
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value instanceof Blob ? value : queryText(value));
  return form;
}

/** Spreads one flat input over the path's `{names}` and, by method, the query or the body. */
export function callParts(
  [method, path]: readonly [method: string, path: string, ...rest: unknown[]],
  input: unknown,
): CallParts {
  const rest: Record<string, unknown> = isRecord(input) ? { ...input } : {};
  const filled = path.replace(/\{\+?(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(queryText(value));
  });
  const query = new URLSearchParams();
  if (method !== 'GET') return { path: filled, query, body: bodyOf(rest) };
  for (const [name, value] of Object.entries(rest)) appendQuery(query, name, value);
  return { path: filled, query, body: undefined };
}
