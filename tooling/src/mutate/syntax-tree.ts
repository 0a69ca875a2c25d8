import { parseSync, visitorKeys } from 'oxc-parser';

/** A node of the ESTree that oxc gives; `start` and `end` are offsets into the text, in UTF-16 units. */
export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
} & Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

/** @throws Error with the first fault when the text is no TypeScript */
export function parseTypeScript(fileName: string, text: string): SyntaxNode {
  const { program, errors } = parseSync(fileName, text);
  const fault = errors[0];
  if (fault !== undefined) throw new Error(`${fileName}: ${fault.message}`);
  // Its own types name every kind of node by itself; what is asked here is the same of all of them.
  return program as unknown as SyntaxNode;
}

/** Types vanish before anything runs; of those that wrap a value, the value stays. */
const VALUE_WITHIN: Readonly<Record<string, readonly string[]>> = {
  TSAsExpression: ['expression'],
  TSSatisfiesExpression: ['expression'],
  TSNonNullExpression: ['expression'],
};

/** What a node consists of that runs, in the order of the text. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const keys = node.type.startsWith('TS')
    ? (VALUE_WITHIN[node.type] ?? [])
    : ((visitorKeys as Record<string, readonly string[]>)[node.type] ?? []);
  return keys.flatMap((key) => {
    const value = node[key];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

export function isFunction(node: SyntaxNode): boolean {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}
