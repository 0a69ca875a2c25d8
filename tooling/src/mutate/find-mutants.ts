import { isStatement, sqlBreaks } from './sql-mutants.ts';
import { childrenOf, isFunction, isNode, parseTypeScript, type SyntaxNode } from './syntax-tree.ts';

/** One deliberate break of one rule in one file. */
export type Mutant = {
  /** What kind of break it is, in words. */
  readonly kind: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly was: string;
  readonly becomes: string;
  /** The innermost function that holds it, as an index of `functions`; -1: it runs when the module is loaded. */
  readonly within: number;
};

/** Where to note that a function ran: an offset for a block's first statement, or an arrow's expression. */
export type FunctionPlace = {
  readonly start: number;
  readonly end: number;
  readonly isExpression: boolean;
};

export type FoundMutants = { readonly mutants: Mutant[]; readonly functions: FunctionPlace[] };

type Break = Pick<Mutant, 'kind' | 'start' | 'end' | 'becomes'>;
type Breaker = (node: SyntaxNode, text: string) => Break[];

const EDGES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&': '|',
  '|': '&',
};
const METHODS: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['round', 'floor'],
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);
/** A link of a chain without which the chain still means something else: a filter, an order, a condition of a query. */
const LINKS = new Set([
  ...['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim', 'toLowerCase', 'toUpperCase'],
  ...['where', 'whereRef', 'having', 'orderBy', 'limit', 'offset', 'distinct', 'distinctOn'],
  ...['forUpdate', 'forNoKeyUpdate', 'forShare', 'skipLocked', 'onConflict'],
]);
/** Operators that a query builder takes as text. */
const QUERY_OPERATORS: Readonly<Record<string, string>> = { ...EDGES, '=': '<>', '!=': '=', '<>': '=' };
/** What a log line or a gauge says is no rule. */
const ASIDE = /^(?:\w+\.)*(?:log|logger|metrics|console)\b/;
/** How something looks is no rule. */
const LOOKS = new Set([
  ...['className', 'style', 'size', 'width', 'height', 'autosize', 'minRows', 'maxRows', 'variant'],
  ...['icon', 'leftSection', 'aria-hidden', 'flush', 'key'],
]);
/** A list of more values than this is data, which nobody checks one by one. */
const MOST_LISTED = 12;

function replaced(kind: string, node: SyntaxNode, becomes: string): Break {
  return { kind, start: node.start, end: node.end, becomes };
}

function textOf(node: unknown, text: string): string {
  return isNode(node) ? text.slice(node.start, node.end) : '';
}

function isText(node: unknown): boolean {
  return (
    isNode(node) &&
    (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'))
  );
}

/** The operator itself, which stands somewhere between the two sides. */
function operatorBreak(kind: string, node: SyntaxNode, text: string, becomes: string): Break {
  const operator = String(node.operator);
  const from = text.indexOf(operator, (node.left as SyntaxNode).end);
  return { kind, start: from, end: from + operator.length, becomes };
}

function binary(node: SyntaxNode, text: string): Break[] {
  const operator = String(node.operator);
  const edge = EDGES[operator];
  if (edge !== undefined) return [operatorBreak('edge of a comparison', node, text, edge)];
  if (operator === '+' && (isText(node.left) || isText(node.right))) return [];
  const opposite = OPPOSITES[operator];
  return opposite === undefined ? [] : [operatorBreak('operator', node, text, opposite)];
}

function logical(node: SyntaxNode, text: string): Break[] {
  if (node.operator === '??') return [replaced('what stands in for nothing', node, textOf(node.right, text))];
  return [operatorBreak('and, or', node, text, node.operator === '&&' ? '||' : '&&')];
}

function condition(node: SyntaxNode): Break[] {
  const { test } = node;
  if (!isNode(test)) return [];
  const never = replaced('condition that never holds', test, 'false');
  // A comparison is turned into its opposite elsewhere, which always-true would only repeat.
  return test.type === 'BinaryExpression'
    ? [never]
    : [never, replaced('condition that always holds', test, 'true')];
}

function literal(node: SyntaxNode): Break[] {
  if (typeof node.value === 'boolean') return [replaced('truth', node, String(!node.value))];
  if (typeof node.bigint === 'string') return [replaced('number', node, `${BigInt(node.bigint) + 1n}n`)];
  if (typeof node.value !== 'number' || !Number.isFinite(node.value)) return [];
  if (!Number.isInteger(node.value)) return [replaced('number', node, String(node.value * 1.01))];
  const more = replaced('number', node, String(node.value + 1));
  return node.value > 1 ? [more, replaced('number', node, String(node.value - 1))] : [more];
}

function call(node: SyntaxNode, text: string): Break[] {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || callee.computed === true) return [];
  const property = callee.property as SyntaxNode;
  const name = textOf(property, text);
  const other = METHODS.get(name);
  const breaks: Break[] = other === undefined ? [] : [replaced('method', property, other)];
  if (LINKS.has(name)) {
    const receiver = textOf(callee.object, text);
    breaks.push(replaced(`without ${name}`, node, receiver));
  }
  const [refusal, operator] = node.arguments as SyntaxNode[];
  // What is not there is refused by the query: without that it goes on as if it were.
  if (name === 'executeTakeFirstOrThrow' && refusal !== undefined) {
    breaks.push(replaced('error not thrown', { ...property, end: node.end }, 'executeTakeFirst()'));
  }
  const turned = operator?.type === 'Literal' ? QUERY_OPERATORS[String(operator.value)] : undefined;
  if (operator !== undefined && turned !== undefined) {
    breaks.push(replaced('operator of a query', operator, `'${turned}'`));
  }
  return breaks;
}

/** A statement that does something is left out. */
function statement(node: SyntaxNode, text: string): Break[] {
  const expression = node.expression as SyntaxNode;
  const did = expression.type === 'AwaitExpression' ? (expression.argument as SyntaxNode) : expression;
  if (did.type !== 'CallExpression' && did.type !== 'AssignmentExpression' && did.type !== 'UpdateExpression')
    return [];
  if (did.type === 'CallExpression' && ASIDE.test(textOf(did.callee, text))) return [];
  return [replaced('statement left out', node, ';')];
}

/** What stands between the quotes, and the parts of it that are put in. */
function quoted(node: SyntaxNode, text: string) {
  const start = node.start + 1;
  const end = node.end - 1;
  const expressions = node.type === 'TemplateLiteral' ? (node.expressions as SyntaxNode[]) : [];
  const holes = expressions.map((expression) => ({
    start: text.lastIndexOf('${', expression.start) - start,
    end: text.indexOf('}', expression.end) + 1 - start,
  }));
  return { start, inner: text.slice(start, end), holes };
}

function sqlText(node: SyntaxNode, text: string, isFragment: boolean): Break[] {
  const { start, inner, holes } = quoted(node, text);
  if (!isFragment && !isStatement(inner)) return [];
  return sqlBreaks(inner, holes).map(({ name, at, length, becomes }) => ({
    kind: name,
    start: start + at,
    end: start + at + length,
    becomes,
  }));
}

const BREAKERS: Readonly<Record<string, Breaker>> = {
  BinaryExpression: binary,
  LogicalExpression: logical,
  IfStatement: condition,
  ConditionalExpression: condition,
  WhileStatement: condition,
  Literal: (node, text) => (typeof node.value === 'string' ? sqlText(node, text, false) : literal(node)),
  TemplateLiteral: (node, text) => sqlText(node, text, false),
  TaggedTemplateExpression: (node, text) =>
    /^sql\b/.test(textOf(node.tag, text)) ? sqlText(node.quasi as SyntaxNode, text, true) : [],
  CallExpression: call,
  ExpressionStatement: statement,
  ThrowStatement: (node) => [replaced('error not thrown', node, ';')],
  ContinueStatement: (node) => [replaced('continue left out', node, ';')],
  UnaryExpression: (node, text) =>
    node.operator === '!' || node.operator === '-'
      ? [replaced('sign or not', node, textOf(node.argument, text))]
      : [],
};

function isData(node: SyntaxNode): boolean {
  const elements = node.type === 'ArrayExpression' ? (node.elements as unknown[]) : [];
  return elements.length > MOST_LISTED;
}

function isLook(node: SyntaxNode): boolean {
  const { name } = node;
  return node.type === 'JSXAttribute' && isNode(name) && LOOKS.has(String(name.name));
}

function functionPlace(node: SyntaxNode): FunctionPlace | undefined {
  const { body } = node;
  if (!isNode(body)) return undefined;
  return { start: body.start, end: body.end, isExpression: body.type !== 'BlockStatement' };
}

/**
 * Every deliberate break of a file's rules, in the order of the text, each by itself.
 * @param fileName names it in errors, and tells by its ending what language it is
 */
export function findMutants(fileName: string, text: string): FoundMutants {
  const breaks: (Break & { readonly within: number })[] = [];
  const functions: FunctionPlace[] = [];
  const visit = (node: SyntaxNode, around: number) => {
    if (node.type === 'ImportDeclaration' || isData(node) || isLook(node)) return;
    let within = around;
    const place = isFunction(node) ? functionPlace(node) : undefined;
    if (place !== undefined) within = functions.push(place) - 1;
    for (const found of BREAKERS[node.type]?.(node, text) ?? []) breaks.push({ ...found, within });
    for (const child of childrenOf(node)) {
      // The tag's own template was looked at with it.
      if (node.type === 'TaggedTemplateExpression' && child === node.quasi) {
        for (const inner of childrenOf(child)) visit(inner, within);
      } else visit(child, within);
    }
  };
  visit(parseTypeScript(fileName, text), -1);
  const mutants = breaks
    .filter(({ start, end, becomes }) => text.slice(start, end) !== becomes)
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ kind, start, end, becomes, within }) => ({
      kind,
      line: text.slice(0, start).split('\n').length,
      start,
      end,
      was: text.slice(start, end),
      becomes,
      within,
    }));
  return { mutants, functions };
}

/** The file's text with one rule broken. */
export function withMutant(text: string, mutant: Mutant): string {
  return text.slice(0, mutant.start) + mutant.becomes + text.slice(mutant.end);
}

/**
 * The file's text, noting in `globalThis[NOTED]` under `file:index` each function that runs, and `file:-1` when it is loaded.
 * @param key names the file in the notes
 */
export function withNotes(text: string, key: string, functions: readonly FunctionPlace[]): string {
  const note = (index: number) => `globalThis.${NOTED}.add(${JSON.stringify(`${key}:${index}`)})`;
  const inserts = functions.flatMap(({ start, end, isExpression }, index) =>
    isExpression
      ? [
          { at: start, text: `(${note(index)}, ` },
          { at: end, text: ')' },
        ]
      : [{ at: start + 1, text: `${note(index)};` }],
  );
  // Of two that begin at one place the outer was found first; what ends there closes before anything opens.
  inserts.sort((a, b) => a.at - b.at || Number(b.text === ')') - Number(a.text === ')'));
  let noted = '';
  let from = 0;
  for (const insert of inserts) {
    noted += text.slice(from, insert.at) + insert.text;
    from = insert.at;
  }
  return `globalThis.${NOTED} ??= new Set();${note(-1)};${noted}${text.slice(from)}`;
}

export const NOTED = 'placardNoted';
