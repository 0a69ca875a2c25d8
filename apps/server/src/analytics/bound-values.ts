const PLACEHOLDER = /\{(\w+):([^{}]+)\}/g;

/**
 * Writes values into a statement in place of its `{name:Type}`. The embedded engine binds values for one call after the
 * other in all of the process, so that two reports with values would wait for each other; statements that have theirs
 * in them run side by side. A value can be nothing but a value: it is a literal of its own type, cast to the one that
 * the statement asks for.
 * @throws for values of other kinds than numbers, texts and lists of them
 */
export function withValues(statement: string, values: Readonly<Record<string, unknown>> = {}): string {
  return statement.replace(PLACEHOLDER, (placeholder, name: string, type: string) =>
    // What is not given stays as it is, and the engine says that it misses it.
    Object.hasOwn(values, name) ? `CAST(${literal(values[name])}, ${quoted(type)})` : placeholder,
  );
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new TypeError(`a statement takes no ${value === null ? 'null' : typeof value}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}
