import { contract } from '@placard/contract/contract';
import { z } from 'zod';

type Node = z.core.$ZodType;

const DAY = '2026-03-01';
const FORMATTED: Readonly<Record<string, string>> = { date: DAY, datetime: `${DAY}T12:00:00Z` };

function plainObject(shape: Readonly<Record<string, Node>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, name === 'currency' ? 'USD' : plainOf(field)]),
  );
}

/** The plainest value that a schema takes: nothing where there may be nothing, the first of several, 0, an empty list. */
export function plainOf(schema: Node): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return plainObject(def.shape);
    case 'array':
      return [];
    case 'record': {
      const { def: key } = (def.keyType as z.core.$ZodTypes)._zod;
      const names = key.type === 'enum' ? Object.values(key.entries) : [];
      return Object.fromEntries(names.map((name) => [name, plainOf(def.valueType)]));
    }
    case 'nullable':
      return null;
    case 'optional':
    case 'undefined':
      return undefined;
    case 'boolean':
      return false;
    case 'number':
      return [0, 1, (schema as z.ZodNumber).minValue].find((value) => z.safeParse(schema, value).success);
    case 'string':
      return FORMATTED[(schema as z.ZodString).format ?? ''] ?? 'text';
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return def.options[0] === undefined ? undefined : plainOf(def.options[0]);
    case 'tuple':
      return def.items.map(plainOf);
    case 'intersection':
      return Object.assign({}, plainOf(def.left), plainOf(def.right));
    case 'default':
    case 'readonly':
      return plainOf(def.innerType);
    case 'pipe':
      return plainOf(def.out);
    default:
      throw new Error(`no plain value of ${def.type}`);
  }
}

type Operation<Output> = ((...args: never[]) => Promise<Output>) & { readonly key: readonly string[] };

/** Of what an operation answers in `data`. */
function answerSchema(key: readonly string[]): Node {
  let at: unknown = contract;
  for (const name of key) at = (at as Record<string, unknown>)[name];
  const { outputSchema } = (at as typeof contract.billing.balance)['~orpc'];
  if (outputSchema === undefined) throw new Error(`${key.join('.')} answers nothing`);
  return outputSchema.shape.data;
}

/** What an operation answers, at its plainest but for what is given: `plain(api.billing.balance, { balance: 5 })`. */
export function plain<Output>({ key }: Operation<Output>, given: Partial<Output> = {}): Output {
  return Object.assign(plainOf(answerSchema(key)) as Output & object, given);
}

/** One row of a list that an operation answers. */
export function plainRow<Row>(
  { key }: Operation<{ readonly items: readonly Row[] }>,
  given: Partial<Row> = {},
): Row {
  const { items } = (answerSchema(key) as z.ZodObject<{ items: z.ZodArray<z.ZodObject> }>).shape;
  return Object.assign(plainOf(items.element) as Row & object, given);
}
