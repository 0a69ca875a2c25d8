import type { SchemaNode } from './api-document.ts';

/** A field of an object type. */
export type Field = {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly required: boolean;
  readonly description?: string | undefined;
};

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const SCHEMAS = '#/components/schemas/';

/** A text that has to be of some form is understood best by one. */
function exampleIn({ format, pattern, examples: [example] = [] }: SchemaNode): string {
  const hasForm = format !== undefined || pattern !== undefined;
  return hasForm && typeof example === 'string' ? `For example \`${example}\`.` : '';
}

export function commentOf(lines: readonly string[], indent: string): string {
  const safe = lines.filter((line) => line !== '').map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

/** Writes JSON schemas as types of TypeScript; what has a name is called `prefix` and that. */
export class TypeWriter {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  type(schema: SchemaNode, indent = ''): string {
    if (schema.$ref !== undefined) return `${this.#prefix}${nameOf(schema.$ref)}`;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
    const either = schema.anyOf ?? schema.oneOf;
    if (either !== undefined) return union(either.map((each) => this.type(each, indent)));
    if (schema.allOf !== undefined) return schema.allOf.map((each) => this.grouped(each, indent)).join(' & ');
    const { type = 'unknown' } = schema;
    const types = typeof type === 'string' ? [type] : type;
    return union(types.map((each) => this.#plain(each, schema, indent)));
  }

  /** As it stands beside other types, or before `[]`. */
  grouped(schema: SchemaNode, indent: string): string {
    const type = this.type(schema, indent);
    return isSeveral(schema) ? `(${type})` : type;
  }

  #plain(type: string, schema: SchemaNode, indent: string): string {
    if (type === 'string') return schema.contentMediaType === undefined ? 'string' : 'Blob';
    if (type === 'integer') return 'number';
    if (type === 'number' || type === 'boolean' || type === 'null') return type;
    if (type === 'array') return `${this.grouped(schema.items ?? {}, indent)}[]`;
    return type === 'object' ? this.#object(schema, indent) : 'unknown';
  }

  #object(schema: SchemaNode, indent: string): string {
    const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
    const fields = Object.entries(properties).map(([name, each]) => ({
      name,
      schema: each,
      required: required.includes(name),
    }));
    if (fields.length > 0) return this.object(fields, indent);
    if (typeof additionalProperties !== 'object') return 'Record<string, never>';
    const keys = propertyNames?.enum === undefined ? 'string' : this.type(propertyNames);
    const record = `Record<${keys}, ${this.type(additionalProperties, indent)}>`;
    // Of keys that are known not all have to be there.
    return propertyNames?.enum === undefined ? record : `Partial<${record}>`;
  }

  object(fields: readonly Field[], indent: string): string {
    const inside = `${indent}  `;
    const lines = fields.map(({ name, schema, required, description = schema.description ?? '' }) => {
      const text = [description, exampleIn(schema)].filter((part) => part !== '').join(' ');
      const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
      const type = this.type(schema, inside);
      // What is left out may also be given as undefined: neither a query nor JSON carries it.
      const member = required ? `${key}: ${type}` : `${key}?: ${union([type, 'undefined'])}`;
      return `${commentOf([text], inside)}${inside}${member};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }
}

export function nameOf(ref: string): string {
  if (!ref.startsWith(SCHEMAS)) throw new Error(`${ref} is no schema of the document.`);
  return ref.slice(SCHEMAS.length);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** Whether its type is several that `|` or `&` join. */
function isSeveral({ $ref, const: one, enum: values, anyOf, oneOf, allOf, type }: SchemaNode): boolean {
  if ($ref !== undefined || one !== undefined) return false;
  const parts = values ?? anyOf ?? oneOf ?? allOf ?? type;
  return Array.isArray(parts) && parts.length > 1;
}
