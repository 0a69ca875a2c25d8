import { setImmediate } from 'node:timers/promises';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { type AnyRouter, ORPCError, ValidationError } from '@orpc/server';
import type { OperationMeta } from '@placard/contract/operation';
import { z } from 'zod';
import { readingFor } from '../analytics/engine-caller.ts';
import { authorise, type Caller } from '../api/access.ts';
import { AppError } from '../api/app-error.ts';
import type { CallContext, RequestFacts } from '../api/call-context.ts';
import { entityTagOf, inputMatching, preconditionFailure } from '../api/entity-tags.ts';
import { runOnce } from '../api/idempotency.ts';
import { StreamedFile } from '../api/streamed-file.ts';
import type { HasClock, HasDb, HasLog } from '../deps.ts';
import { type AccountTurns, turnKey } from './account-turns.ts';
import { encodeOrpcError, refusalOf, toOrpcError } from './error-encoding.ts';
import { PlainCoercionPlugin } from './plain-coercion.ts';

/** What the HTTP layer hands over; access and idempotency make a CallContext of it before any handler runs. */
export type IncomingContext = {
  readonly caller: Caller;
  readonly request: RequestFacts;
  /** Its body was still on its way when it was looked who calls. */
  readonly bodyIsLate: boolean;
  /** Who calls by now, for that account. */
  readonly callerIn: (accountId: number) => Promise<Caller>;
  /** Told when the operation has done its work; its answer is still to be sent. */
  readonly onDone: () => void;
  /** Told of a refusal that says when to come again. */
  readonly onRetryAfter: (seconds: number) => void;
  /** Told of the state of what was answered, where that has a version. */
  readonly onEntityTag: (tag: string) => void;
  /** Told of a file that is sent while it is written. */
  readonly onFile: (file: StreamedFile) => void;
};

type CallOptions = {
  readonly context: IncomingContext;
  readonly input: unknown;
  readonly procedure: {
    readonly '~orpc': {
      readonly meta: unknown;
      readonly route: { method?: string; path?: string };
      readonly inputSchema?: unknown;
    };
  };
};

/** Whether it saves what has a version, so that an old one is refused. */
function takesVersion({ '~orpc': { inputSchema } }: CallOptions['procedure']): boolean {
  return inputSchema instanceof z.ZodObject && 'version' in inputSchema.shape;
}

/**
 * Serves a router of the contract under /api. Who may call and the Idempotency-Key are settled here, around every
 * operation of the router, so that none can forget them.
 */
export function createApiHandler(
  router: AnyRouter,
  deps: HasDb & HasClock & HasLog,
  turns: AccountTurns,
): OpenAPIHandler<IncomingContext> {
  const guarded = async (
    options: CallOptions,
    next: (context: CallContext) => Promise<unknown>,
  ): Promise<unknown> => {
    const { meta: rawMeta, route } = options.procedure['~orpc'];
    const meta = rawMeta as OperationMeta;
    const { request, caller, bodyIsLate, callerIn } = options.context;
    request.onOperation?.(route.method ?? '', route.path ?? '');
    const known = authorise(meta, route.method, caller);
    const looks = caller.kind === 'user' && caller.looks;
    const line = route.method === 'GET' ? turns.read : turns.write;
    const key = turnKey(known, request.ip);
    const waited = bodyIsLate || !line.isFree(key);
    const begin = async () => {
      // Nobody keeps what was taken from them by a call that they began before and let wait.
      const actor =
        known === null || !waited ? known : authorise(meta, route.method, await callerIn(known.accountId));
      const once = meta.idempotent === 'required' || request.idempotencyKey !== null;
      if (meta.idempotent === undefined || actor === null || !once) {
        return await next({ actor, request, money: null, looks });
      }
      return await runOnce(
        deps.db,
        {
          userId: actor.userId,
          accountId: actor.accountId,
          operation: `${route.method} ${route.path}`,
          key: request.idempotencyKey,
          input: options.input,
          now: deps.clock(),
        },
        async (money) => await next({ actor, request, money, looks }),
      );
    };
    try {
      return await line.run(key, async () => await readingFor(key, begin), request.gone);
    } finally {
      options.context.onDone();
    }
  };

  const refused = (error: unknown, context: IncomingContext): ORPCError<string, unknown> => {
    const { request } = context;
    const found = refusalOf(error);
    if (found !== null) {
      const refusal = preconditionFailure(found, request.ifMatch);
      if (refusal.retryAfterSeconds !== undefined) context.onRetryAfter(refusal.retryAfterSeconds);
      if (refusal.code === 'unavailable')
        deps.log.error({ err: error, requestId: request.id }, 'call answered with 503');
      return toOrpcError(refusal);
    }
    // The issues only: what an answer holds (a token, say) has no place in a log.
    const cause = error instanceof ORPCError ? error.cause : undefined;
    const issues = cause instanceof ValidationError ? cause.issues : undefined;
    deps.log.error({ err: error, issues, requestId: request.id }, 'call failed');
    return toOrpcError(new AppError('internal'));
  };

  return new OpenAPIHandler<IncomingContext>(router, {
    plugins: [new PlainCoercionPlugin()],
    customErrorResponseBodyEncoder: encodeOrpcError,
    clientInterceptors: [
      async (options) => {
        try {
          const { ifMatch } = options.context.request;
          const input = inputMatching(options.input, ifMatch, takesVersion(options.procedure));
          const answer = await guarded(
            { ...options, input },
            async (context) =>
              await options.next({ ...options, input, context: { ...options.context, ...context } }),
          );
          const tag = entityTagOf(answer);
          if (tag !== null) options.context.onEntityTag(tag);
          // Checked, a large answer is still to be written down, which takes as long: others' calls come in between.
          await setImmediate();
          if (!(answer instanceof StreamedFile)) return answer;
          options.context.onFile(answer);
          return answer.content;
        } catch (error) {
          throw refused(error, options.context);
        }
      },
    ],
  });
}
