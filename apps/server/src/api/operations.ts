import { implement } from '@orpc/server';
import { contract } from '@placard/contract/contract';
import type { CallContext } from './call-context.ts';

/** The contract to be implemented: `operations.campaigns.list.handler(({ context, input }) => …)`. */
export const operations = implement(contract).$context<CallContext>();
