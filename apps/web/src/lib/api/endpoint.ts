import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import type { contract } from '@placard/contract/contract';
import { fits, type Shape } from './answer-shape.ts';
import { type ApiRoute, callParts, type RouteTree } from './call-parts.ts';
import { intendedOnce } from './intended-once.ts';
import { invalidAnswer, request } from './request.ts';

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** Arrives although the page is left. */
  readonly keepalive?: boolean;
  /** Takes a file in another way than at once. */
  readonly readFile?: (response: Response) => Promise<File>;
};

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
  /** What is in an answer that was fetched in another way. @throws ApiError where it has not the contract's shape */
  readonly read: (answer: unknown) => Output;
};

type ApiOf<Router> =
  Router extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? Endpoint<InferSchemaInput<Input>, DataOf<InferSchemaOutput<Output>>>
    : { readonly [Key in keyof Router]: ApiOf<Router[Key]> };

export type Api = ApiOf<typeof contract>;

const isRoute = (node: ApiRoute | RouteTree): node is ApiRoute => Array.isArray(node);

const dataOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;

function endpoint(route: ApiRoute, key: readonly string[], shapes: readonly Shape[]) {
  const read = (answer: unknown): unknown => {
    if (!fits(answer, route[2], shapes)) throw invalidAnswer();
    return dataOf(answer);
  };
  const call = async (
    input?: unknown,
    { idempotencyKey: given, ...how }: CallOptions = {},
  ): Promise<unknown> => {
    const parts = callParts(route, input);
    const once = route[3] === 1 && given === undefined ? intendedOnce(parts.path, parts.body) : null;
    const idempotencyKey = given ?? once?.key;
    const calling = request({
      ...how,
      ...parts,
      method: route[0],
      isFile: route[2] === 'f',
      ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
    });
    return read(await (once === null ? calling : once.settle(calling)));
  };
  return Object.assign(call, { key, read });
}

/** Calls for all operations of a tree. What comes back has the contract's shape: no screen meets another. */
export function apiFrom(
  tree: RouteTree,
  shapes: readonly Shape[],
  path: readonly string[] = [],
): Record<string, unknown> {
  const branches: Record<string, unknown> = {};
  for (const [name, node] of Object.entries(tree)) {
    const key = [...path, name];
    branches[name] = isRoute(node) ? endpoint(node, key, shapes) : apiFrom(node, shapes, key);
  }
  return branches;
}
