import type { OpenAPI } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { traverseContractProcedures } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '@placard/contract/contract';
import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import { keyScopeOf, type OperationMeta } from '@placard/contract/operation';
import { REFUSALS } from '@placard/contract/refusal-messages';
import { z } from 'zod';
import { describeFields } from './openapi/describe-fields.ts';
import { nameSchemas } from './openapi/name-schemas.ts';
import { type ErrorFacts, errorResponses, errorsOf } from './openapi/operation-errors.ts';
import type { DocumentNode } from './openapi/schema-node.ts';

const NAMED: OpenAPI.SchemaObject = {
  type: 'object',
  description: 'Where the message names several things, or how a record stands: each by its name.',
  additionalProperties: { type: 'string' },
};

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
        reason: {
          type: 'string',
          description: 'More exact than the code, where the message is.',
          enum: Object.keys(REFUSALS),
        },
        value: { type: 'string', description: 'What the message of the reason names.' },
        values: NAMED,
        issues: {
          type: 'array',
          description: 'The fields at fault; `path` names the field as in the request.',
          items: {
            type: 'object',
            required: ['path', 'code', 'message'],
            properties: {
              path: { type: 'string' },
              code: { type: 'string' },
              message: { type: 'string' },
              value: {
                type: 'string',
                description: 'What the message names: `2000`, an amount with its currency `USD 50`.',
              },
              values: NAMED,
            },
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

const SECURITY_SCHEMES: Readonly<Record<string, OpenAPI.SecuritySchemeObject>> = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that signing in answers with.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pk_…',
    description:
      "An API key of the account, made under *Account settings*. Its scopes: `read` looks at whatever is the account's, " +
      '`work` changes campaigns, creatives, websites and widgets, `money` deposits, withdraws and keeps cards, billing details and payment ' +
      'profiles. It never does more than its maker may do.',
  },
};

/** Who gets in: a session, and an API key of the scope where keys do. */
function securityOf(meta: OperationMeta, method: string): OpenAPI.SecurityRequirementObject[] {
  if (meta.access === 'public') return [];
  const scope = keyScopeOf(meta, method);
  return [{ session: [] }, ...(scope === null ? [] : [{ apiKey: [scope] }])];
}

function describeKeys(meta: OperationMeta, method: string): string {
  if (meta.access === 'public') return '';
  const scope = keyScopeOf(meta, method);
  return scope === null ? ' Not by API key.' : ` API keys need the scope \`${scope}\`.`;
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

const RATE_HEADERS = {
  'RateLimit-Limit': 'Calls a minute that an address may make.',
  'RateLimit-Remaining': 'How many of them are left.',
  'RateLimit-Reset': 'Seconds until all of them are there again.',
};

function addHeaders(operation: OpenAPI.OperationObject): void {
  const ok = operation.responses?.['200'];
  if (ok === undefined || '$ref' in ok) return;
  const headers = Object.entries(RATE_HEADERS).map(([name, description]) => [
    name,
    { description, schema: { type: 'integer', minimum: 0 } },
  ]);
  ok.headers = { ...ok.headers, ...Object.fromEntries(headers) };
}

function addMeta(operation: OpenAPI.OperationObject, facts: ErrorFacts): void {
  const { meta, method } = facts;
  operation.description = `${describeAccess(meta)}${describeKeys(meta, method)}`;
  operation.security = securityOf(meta, method);
  operation.responses = { ...operation.responses, ...errorResponses(errorsOf(facts)) };
  addHeaders(operation);
  dropEmptyContent(operation);
  if (facts.takesVersion) {
    operation.parameters = [
      ...(operation.parameters ?? []),
      {
        name: 'If-Match',
        in: 'header',
        required: false,
        schema: { type: 'string', pattern: '^"\\d{1,10}"$' },
      },
    ];
  }
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

/** The OpenAPI document of the contract, as JSON text. Takes 160 ms of a processor in one stretch: no event loop's work. */
export async function openApiJson(): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: 'Placard', version: '1', description: 'Every answer is `{ data }` or `{ error }`.' },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: ERROR_SCHEMA },
    },
  });
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const { route, meta, inputSchema } = procedure['~orpc'];
    const method = (route.method ?? 'POST').toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const operation = document.paths?.[route.path ?? '']?.[method];
    const facts: ErrorFacts = {
      name: path.join('.'),
      method: method.toUpperCase(),
      path: route.path ?? '',
      meta: meta as OperationMeta,
      takesInput: inputSchema !== undefined,
      takesVersion: inputSchema instanceof z.ZodObject && 'version' in inputSchema.shape,
    };
    if (operation !== undefined) addMeta(operation, facts);
  });
  // The generator's own types are unions of all that OpenAPI allows; what it writes is this.
  const written = document as unknown as DocumentNode;
  nameSchemas(written);
  describeFields(written);
  return JSON.stringify(document);
}
