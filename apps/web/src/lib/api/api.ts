import routes from 'virtual:api-routes';
import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { contract } from '@placard/contract/contract';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type ApiRoute, callParts } from './call-parts.ts';
import { request } from './request.ts';

export type CallOptions = { readonly signal?: AbortSignal; readonly idempotencyKey?: string };

/** Answers are `{ data }`: a call resolves to what is inside. */
type DataOf<Answer> = Answer extends { data: infer Data } ? Data : Answer;

type Arguments<Input> = undefined extends Input
  ? [input?: Input, options?: CallOptions]
  : // biome-ignore lint/complexity/noBannedTypes: asks whether an empty object would do
    {} extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** One operation: call it, or hand it to `apiQuery`. */
export type Endpoint<Input, Output> = ((...args: Arguments<Input>) => Promise<Output>) & {
  readonly key: readonly string[];
};

export type ApiOf<Router> =
  Router extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? Endpoint<InferSchemaInput<Input>, DataOf<InferSchemaOutput<Output>>>
    : { readonly [Key in keyof Router]: ApiOf<Router[Key]> };

export type Api = ApiOf<typeof contract>;

type RouteTree = { readonly [key: string]: ApiRoute | RouteTree };

function endpoint(route: ApiRoute, key: readonly string[]) {
  const call = async (input?: unknown, options: CallOptions = {}): Promise<unknown> => {
    const { path, query, body } = callParts(route, input);
    const answer = await request({
      method: route[0],
      path,
      query,
      body,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.idempotencyKey === undefined
        ? {}
        : { headers: { 'idempotency-key': options.idempotencyKey } }),
    });
    return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
  };
  return Object.assign(call, { key });
}

function apiFrom(tree: RouteTree, path: readonly string[]): Record<string, unknown> {
  const branches: Record<string, unknown> = {};
  for (const [name, node] of Object.entries(tree)) {
    const key = [...path, name];
    branches[name] = Array.isArray(node) ? endpoint(node as ApiRoute, key) : apiFrom(node as RouteTree, key);
  }
  return branches;
}

/**
 * Every operation of the contract, typed by it: `await api.campaigns.get({ id })`. The schemas themselves are
 * not loaded; only method and path are, which the build reads from the contract.
 */
export const api = apiFrom(routes, []) as Api;

type Callable<Input, Output> = {
  (input: Input, options?: CallOptions): Promise<Output>;
  readonly key: readonly string[];
};

/** Options for `useQuery`: the key holds the operation and its whole input, a cancelled query cancels its call. */
export function apiQuery<Input, Output>(operation: Callable<Input, Output>, input: Input) {
  const queryKey: QueryKey = [...operation.key, input];
  return queryOptions<Output, Error, Output, QueryKey>({
    queryKey,
    queryFn: ({ signal }) => operation(input, { signal }),
  });
}

/** A key that a new attempt of the same press repeats, so that money moves once. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
