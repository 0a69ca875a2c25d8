import { type JsonSchema, JsonSchemaCoercer } from '@orpc/json-schema';
import type { Context } from '@orpc/server';
import type { StandardHandlerOptions, StandardHandlerPlugin } from '@orpc/server/standard';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';

const WHOLE = /^-?\d{1,15}$/;
const WITH_DECIMALS = /^-?\d{1,15}\.\d{1,9}$/;

/**
 * Texts of a query or path as the numbers and flags that a schema asks for. The library takes whatever JavaScript reads
 * (`4e2`, `0x1`, ` 5 `, `1.0`, `on`): what is not written plainly stays a text, which the field's rule refuses.
 */
export class PlainCoercionPlugin<Of extends Context> implements StandardHandlerPlugin<Of> {
  readonly #converter = new ZodToJsonSchemaConverter();
  readonly #coercer = new JsonSchemaCoercer();
  readonly #schemas = new WeakMap<object, JsonSchema>();

  init(options: StandardHandlerOptions<Of>): void {
    options.clientInterceptors ??= [];
    options.clientInterceptors.unshift(async ({ next, ...call }) => {
      const { inputSchema } = call.procedure['~orpc'];
      const input = inputSchema === undefined ? call.input : await this.coerce(inputSchema, call.input);
      return await next({ ...call, input });
    });
  }

  async coerce(
    schema: NonNullable<Parameters<ZodToJsonSchemaConverter['convert']>[0]>,
    input: unknown,
  ): Promise<unknown> {
    let asked = this.#schemas.get(schema);
    if (asked === undefined) {
      asked = (await this.#converter.convert(schema, { strategy: 'input' }))[1];
      this.#schemas.set(schema, asked);
    }
    return plainly(input, this.#coercer.coerce(asked, input));
  }
}

/** `read` with what was written in another way than plainly as it was. */
function plainly(written: unknown, read: unknown): unknown {
  if (read === written) return read;
  if (typeof written === 'string') return isPlain(written, read) ? read : written;
  if (Array.isArray(read)) {
    return Array.isArray(written) ? read.map((each, at) => plainly(written[at], each)) : read;
  }
  if (!isRecord(written) || !isRecord(read)) return read;
  return Object.fromEntries(Object.entries(read).map(([key, value]) => [key, plainly(written[key], value)]));
}

function isPlain(written: string, read: unknown): boolean {
  if (typeof read === 'boolean') return written === String(read);
  if (typeof read !== 'number') return true;
  return (Number.isInteger(read) ? WHOLE : WITH_DECIMALS).test(written);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof Blob);
}
