import type { OpenAPI } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { traverseContractProcedures } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '@placard/contract/contract';
import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import type { OperationMeta } from '@placard/contract/operation';

const ERROR_SCHEMA: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_CATALOGUE) },
        message: { type: 'string' },
        issues: {
          type: 'array',
          description: 'The fields at fault; `path` names the field as in the request.',
          items: {
            type: 'object',
            required: ['path', 'code', 'message'],
            properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

function describeAccess(meta: OperationMeta): string {
  if (meta.access === 'public') return 'For anybody.';
  if (meta.access === 'signedIn') return 'For anybody signed in.';
  return `For the role ${meta.access.join(' or ')}.`;
}

/** Of an answer that is a file of several types the generator also says that it may be JSON of no kind. */
function dropEmptyContent(operation: OpenAPI.OperationObject): void {
  for (const answer of Object.values(operation.responses ?? {})) {
    if (!('content' in answer) || answer.content === undefined) continue;
    for (const [type, { schema }] of Object.entries(answer.content)) {
      const isNothing = typeof schema === 'object' && 'anyOf' in schema && schema.anyOf?.length === 0;
      if (isNothing) delete answer.content[type];
    }
  }
}

function addMeta(operation: OpenAPI.OperationObject, meta: OperationMeta): void {
  operation.description = describeAccess(meta);
  if (meta.access === 'public') operation.security = [];
  operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Error' } };
  dropEmptyContent(operation);
  if (meta.idempotent !== undefined) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: meta.idempotent === 'required',
        description: 'Made up by the caller for one intent; a repeat gets the first answer.',
        schema: { type: 'string', minLength: 1, maxLength: 200 },
      },
    ];
  }
}

/** The OpenAPI document of the contract, as JSON text. Takes some 100 ms: made at the first request. */
export async function openApiJson(): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: 'Placard', version: '1', description: 'Every answer is `{ data }` or `{ error }`.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR_SCHEMA },
      responses: {
        Error: {
          description: 'What was refused or failed, and why.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  });
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    const { route, meta } = procedure['~orpc'];
    const method = (route.method ?? 'POST').toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const operation = document.paths?.[route.path ?? '']?.[method];
    if (operation !== undefined) addMeta(operation, meta as OperationMeta);
  });
  return JSON.stringify(document);
}
