import { exampleOf } from './example-of.ts';
import words from './field-words.json' with { type: 'json' };
import { type DocumentNode, inner, operationsOf, type SchemaNode } from './schema-node.ts';

const WORDS: Readonly<Record<string, string>> = words;

/** Says of every field what it is, with a value that one could have. One that has no words stays without, which a test tells. */
export function describeFields(document: DocumentNode): void {
  for (const operation of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      parameter.description ??= WORDS[parameter.name] ?? '';
      const example =
        parameter.schema === undefined ? undefined : exampleOf(parameter.name, parameter.schema);
      if (example !== undefined) parameter.example = example;
    }
    for (const { content } of [operation.requestBody, ...Object.values(operation.responses ?? {})].flatMap(
      (each) => each ?? [],
    ))
      for (const { schema } of Object.values(content ?? {})) if (schema !== undefined) describe(schema);
  }
  for (const schema of Object.values(document.components.schemas)) describe(schema);
}

function describe(schema: SchemaNode): void {
  for (const each of inner(schema)) {
    if (each.name !== null) {
      const text = WORDS[each.name];
      if (text !== undefined) each.schema.description ??= text;
      const example = each.schema.$ref === undefined ? exampleOf(each.name, each.schema) : undefined;
      if (example !== undefined) each.schema.examples ??= [example];
    }
    describe(each.schema);
  }
}
