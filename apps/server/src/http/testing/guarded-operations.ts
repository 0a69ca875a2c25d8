import { traverseContractProcedures } from '@orpc/server';
import { contract } from '@placard/contract/contract';
import type { OperationMeta } from '@placard/contract/operation';
import { placesOf } from '@placard/contract/testing/walk-schemas';
import { z } from 'zod';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Operation = {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly meta: OperationMeta;
  /** Names of what it takes. */
  readonly takes: ReadonlySet<string>;
};

/** Every operation of the contract, as the tests of who may call what call it. */
export const operations: Operation[] = [];
traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
  const { route, meta, inputSchema } = procedure['~orpc'];
  const places = inputSchema instanceof z.ZodType ? placesOf(inputSchema) : [];
  operations.push({
    name: path.join('.'),
    method: (route.method ?? 'POST') as Method,
    // Ids that do not exist: who may not call is told so before anything is looked for.
    path: (route.path ?? '').replace(/\{[^}]+\}/g, '2147483647'),
    meta: meta as OperationMeta,
    takes: new Set(places.map(({ path: place }) => place.split('.')[0] ?? '')),
  });
});

/** Those that not everybody may call. */
export const guarded = operations.filter(({ meta }) => meta.access !== 'public');
