/** A JSON schema as the generator writes it, as far as it is looked into here. */
export type SchemaNode = {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: unknown;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  description?: string;
  examples?: unknown[];
};

type Content = Record<string, { schema?: SchemaNode; [other: string]: unknown }>;
export type OperationNode = {
  operationId?: string;
  parameters?: { name: string; description?: string; schema?: SchemaNode; [other: string]: unknown }[];
  requestBody?: { content: Content; [other: string]: unknown };
  responses?: Record<string, { description?: string; content?: Content; $ref?: string }>;
  [other: string]: unknown;
};
export type DocumentNode = {
  paths: Record<string, Record<string, OperationNode>>;
  components: { schemas: Record<string, SchemaNode>; [other: string]: unknown };
  [other: string]: unknown;
};

export function operationsOf(document: DocumentNode): OperationNode[] {
  return Object.values(document.paths).flatMap((methods) => Object.values(methods));
}

/** The schemas directly inside of one, each with the property that it stands for. */
export function inner(schema: SchemaNode): { readonly name: string | null; readonly schema: SchemaNode }[] {
  const unnamed = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).map(([name, each]) => ({ name, schema: each })),
    ...(schema.items === undefined ? [] : [{ name: null, schema: schema.items }]),
    ...unnamed.map((each) => ({ name: null, schema: each })),
  ];
}
