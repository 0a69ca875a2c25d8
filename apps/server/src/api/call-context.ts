import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import type { Actor, HasDb } from '../deps.ts';
import type { Asker } from '../fairness/documents.ts';
import { AppError } from './app-error.ts';

export type RequestFacts = {
  /** The same id as in the log and in the `x-request-id` header. */
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly idempotencyKey: string | null;
  readonly ifMatch: string | null;
  /** Aborted when whoever asked goes away before the answer is sent. */
  readonly gone: AbortSignal;
  /** Told which operation it is, by its method and path in the contract. */
  readonly onOperation?: (method: string, path: string) => void;
  /** Waits until the next piece of work may begin: at once, unless its account has a long line of calls. */
  readonly giveWay: () => Promise<void>;
  /** Told what a report was read from, for whoever looks at an answer's headers. */
  readonly onReportRead?: (sources: readonly string[]) => void;
};

/** The transaction that an operation with an Idempotency-Key runs in; its answer is stored in it as well. */
export type MoneyCall = { readonly trx: Kysely<Database>; used: boolean };

/** What each operation's handler gets as `context`. */
export type CallContext = {
  readonly actor: Actor | null;
  readonly request: RequestFacts;
  readonly money: MoneyCall | null;
  /** By an operator who looks at the actor's account. */
  readonly looks: boolean;
};

/** The caller of an operation that is not public. The access check has run already; this only tells the types. */
export function actorOf(context: CallContext): Actor {
  if (context.actor === null) throw new AppError('unauthenticated');
  return context.actor;
}

/** Whose documents are made, and who waits for them. */
export function askerOf(context: CallContext): Asker {
  const { gone, giveWay } = context.request;
  return { accountId: actorOf(context).accountId, gone, giveWay };
}

/**
 * The deps of an operation whose meta says `idempotent`, with its transaction as `db`. The call fails if the handler
 * of such an operation does not use them.
 */
export function moneyDeps<Deps extends HasDb>(deps: Deps, context: CallContext): Deps {
  if (context.money === null) throw new Error('this operation is not marked idempotent in the contract');
  context.money.used = true;
  return { ...deps, db: context.money.trx };
}

/** The same for an operation whose key may be left out: without one its deps are as they were. */
export function onceDeps<Deps extends HasDb>(deps: Deps, context: CallContext): Deps {
  return context.money === null ? deps : moneyDeps(deps, context);
}
