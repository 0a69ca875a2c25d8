import { issueParts } from '@placard/contract/issue-messages';

/** What a form needs of a zod schema. */
export type SchemaLike = {
  safeParse(input: unknown):
    | { readonly success: true }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly {
            readonly path: readonly PropertyKey[];
            readonly message: string;
            readonly input?: unknown;
          }[];
        };
      };
};

export type FieldErrors = Record<string, string>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'number' && Number.isNaN(value));

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  return value;
}

/** The first fault of each field, by its dotted path. An empty field that fails without words of ours is simply required. */
export function faultsOf(schema: SchemaLike, input: unknown, required: string): FieldErrors {
  const result = schema.safeParse(input);
  if (result.success) return {};
  const errors: FieldErrors = {};
  for (const { path, message } of result.error.issues) {
    const name = path.map(String).join('.');
    if (name in errors) continue;
    const missing = message === 'required' || (isEmpty(valueAt(input, path)) && issueParts(message) === null);
    errors[name] = missing ? required : message;
  }
  return errors;
}
