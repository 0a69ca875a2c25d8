/**
 * What the dashboard relies on in an answer, made from the contract's output schemas by the build (build/answer-shapes.ts):
 * kinds of values and names of fields, without lengths and patterns. Checking needs neither zod nor its schemas,
 * 4 KiB (gzip) for all operations instead of 50.
 *
 * 's' text, 'n' number, 'b' yes or no, '0' null, '*' anything, 'f' a file, a number the shape at that place of the table; a list of
 * one shape, `{ '|': … }` one of several shapes, `{ '=': … }` one of several values; else fields by name: `name?` may be
 * missing, and '' is the shape of all fields that have no other.
 */
export type Shape =
  | 's'
  | 'n'
  | 'b'
  | '0'
  | '*'
  | 'f'
  | number
  | readonly [Shape]
  | { readonly '|': readonly Shape[] }
  | { readonly '=': readonly unknown[] }
  | { readonly [field: string]: Shape };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOneOfShapes = (shape: object): shape is { readonly '|': readonly Shape[] } => '|' in shape;
const isOneOfValues = (shape: object): shape is { readonly '=': readonly unknown[] } => '=' in shape;
const isList = (shape: object): shape is readonly [Shape] => Array.isArray(shape);

function fitsKind(value: unknown, kind: string): boolean {
  if (kind === 's') return typeof value === 'string';
  if (kind === 'n') return typeof value === 'number';
  if (kind === 'b') return typeof value === 'boolean';
  if (kind === 'f') return value instanceof File;
  return kind === '*' || value === null;
}

function fitsFields(
  value: unknown,
  fields: { readonly [field: string]: Shape },
  table: readonly Shape[],
): boolean {
  if (!isRecord(value)) return false;
  const others = fields[''];
  if (others !== undefined) return Object.values(value).every((each) => fits(each, others, table));
  return Object.entries(fields).every(([field, shape]) => {
    const optional = field.endsWith('?');
    const found = value[optional ? field.slice(0, -1) : field];
    return found === undefined ? optional : fits(found, shape, table);
  });
}

/** Whether an answer is what the contract says. Fields that it does not name are nobody's business. */
export function fits(value: unknown, shape: Shape | undefined, table: readonly Shape[]): boolean {
  if (shape === undefined) return false;
  if (typeof shape === 'number') return fits(value, table[shape], table);
  if (typeof shape === 'string') return fitsKind(value, shape);
  if (isList(shape)) return Array.isArray(value) && value.every((each) => fits(each, shape[0], table));
  if (isOneOfShapes(shape)) return shape['|'].some((each) => fits(value, each, table));
  if (isOneOfValues(shape)) return shape['='].includes(value);
  return fitsFields(value, shape, table);
}
