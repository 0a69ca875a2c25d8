import type { AnyContractProcedure } from '@orpc/contract';
import { contract } from '@placard/contract/contract';
import type { OperationMeta } from '@placard/contract/operation';

const FOLDER = 'packages/client/src';

const HEAD = '// Written by `npm run client` from the contract: change that.';

const MAKERS: Readonly<Record<string, string>> = { GET: 'get', PUT: 'put', DELETE: 'remove', POST: 'post' };

type Operations = Readonly<Record<string, AnyContractProcedure>>;

function makerOf(procedure: AnyContractProcedure): string {
  const { route, meta } = procedure['~orpc'];
  const { idempotent } = meta as OperationMeta;
  return idempotent === undefined ? (MAKERS[route.method ?? 'POST'] ?? 'post') : 'postOnce';
}

function operationOf(name: string, procedure: AnyContractProcedure): string {
  // Marked as pure: a bundler leaves out the groups that nobody calls.
  return `  ${name}: /* @__PURE__ */ ${makerOf(procedure)}('${procedure['~orpc'].route.path}'),`;
}

/** Each group by itself, so that a program carries only what it calls. */
function moduleOf(groups: readonly (readonly [string, Operations])[], more = ''): string {
  const makers = new Set(groups.flatMap(([, operations]) => Object.values(operations).map(makerOf)));
  const names = ['get', 'post', 'postOnce', 'put', 'remove'].filter((name) => makers.has(name));
  const constants = groups.map(([group, operations]) => {
    const lines = Object.entries(operations).map(([name, procedure]) => operationOf(name, procedure));
    return `export const ${group}: GroupOf<'${group}'> = {\n${lines.join('\n')}\n};\n`;
  });
  const imports = `import type { GroupOf } from './group-of.ts';\nimport { ${names.join(', ')} } from './operation.ts';\n`;
  return [`${HEAD}\n${imports}${more}`, ...constants].join('\n');
}

function isOperators(operations: Operations): boolean {
  return Object.values(operations).every((procedure) => {
    const { access } = procedure['~orpc'].meta as OperationMeta;
    return Array.isArray(access) && access.every((role) => role === 'operator');
  });
}

function reexport(names: readonly string[]): string {
  return `export {\n${names.map((name) => `  ${name},\n`).join('')}} from './operator-operations.ts';\n`;
}

/**
 * The client's operations, routes of the contract without its schemas, by path: the operators' in a file of their own.
 */
export function operationsModules(): ReadonlyMap<string, string> {
  const groups = Object.entries<Operations>(contract);
  const operators = groups.filter(([, operations]) => isOperators(operations));
  const others = groups.filter(([, operations]) => !isOperators(operations));
  const names = operators.map(([group]) => group).sort();
  return new Map([
    [`${FOLDER}/operator-operations.ts`, moduleOf(operators)],
    [`${FOLDER}/operations.ts`, moduleOf(others, reexport(names))],
  ]);
}
