import { z } from 'zod';
import type { Shape } from '../src/lib/api/answer-shape.ts';

/** JSON Schema as far as zod writes it for what the API answers. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Shapes that several answers share are written once; a number stands for them. */
export class ShapeTable {
  readonly shapes: Shape[] = [];
  readonly #places = new Map<string, number>();

  /** The shape of what an operation's output schema lets through. */
  add(output: z.core.$ZodType): Shape {
    const schema = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' });
    return this.#shapeOf(schema as Schema);
  }

  #kept(shape: Shape): number {
    const text = JSON.stringify(shape);
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.shapes.length);
    return this.shapes.push(shape) - 1;
  }

  #shapeOf(schema: Schema): Shape {
    const choices = schema.anyOf ?? schema.oneOf;
    // A file, or one of several kinds of file: no text is of this format.
    if ((choices ?? [schema]).every(({ format }) => format === 'binary')) return 'f';
    if (choices !== undefined) return this.#kept({ '|': choices.map((choice) => this.#shapeOf(choice)) });
    if (schema.const !== undefined) return this.#kept({ '=': [schema.const] });
    if (schema.enum !== undefined) return this.#kept({ '=': schema.enum });
    if (typeof schema.type === 'object')
      return this.#kept({ '|': schema.type.map((type) => this.#shapeOf({ ...schema, type })) });
    switch (schema.type) {
      case 'string':
        return 's';
      case 'boolean':
        return 'b';
      case 'null':
        return '0';
      case 'number':
      case 'integer':
        return 'n';
      case 'array':
        return this.#kept([this.#shapeOf(schema.items ?? {})]);
      case 'object':
        return this.#objectShape(schema);
      default:
        return '*';
    }
  }

  #objectShape({ properties = {}, required = [], additionalProperties }: Schema): Shape {
    const fields = Object.entries(properties).map(([name, field]) => [
      required.includes(name) ? name : `${name}?`,
      this.#shapeOf(field),
    ]);
    const rest = isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0;
    if (rest) fields.push(['', this.#shapeOf(additionalProperties)]);
    return this.#kept(Object.fromEntries(fields));
  }
}
