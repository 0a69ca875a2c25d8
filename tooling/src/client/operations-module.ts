import type { AnyContractProcedure } from '@orpc/contract';
import { contract } from '@placard/contract/contract';
import type { OperationMeta } from '@placard/contract/operation';

/** The client's operations: routes of the contract without its schemas. */
export const OPERATIONS_PATH = 'packages/client/src/operations.ts';

const HEAD = `// Written by \`npm run client\` from the contract: change that.
import { type GroupOf, get, post, postOnce, put, remove } from './operation.ts';
`;

const MAKERS: Readonly<Record<string, string>> = { GET: 'get', PUT: 'put', DELETE: 'remove', POST: 'post' };

function operationOf(name: string, procedure: AnyContractProcedure): string {
  const { route, meta } = procedure['~orpc'];
  const { idempotent } = meta as OperationMeta;
  const maker = idempotent === undefined ? MAKERS[route.method ?? 'POST'] : 'postOnce';
  // Marked as pure: a bundler leaves out the groups that nobody calls.
  return `  ${name}: /* @__PURE__ */ ${maker}('${route.path}'),`;
}

/** Each group by itself, so that a program carries only what it calls. */
export function operationsModule(): string {
  const groups = Object.entries(contract).map(([group, operations]) => {
    const lines = Object.entries(operations).map(([name, procedure]) => operationOf(name, procedure));
    return `export const ${group}: GroupOf<'${group}'> = {\n${lines.join('\n')}\n};\n`;
  });
  return [HEAD, ...groups].join('\n');
}
