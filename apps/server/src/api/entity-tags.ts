import { AppError } from './app-error.ts';

/** Of what is versioned: its `version`, as HTTP names a state. Null: the answer has none. */
export function entityTagOf(answer: unknown): string | null {
  const data = partOf(answer, 'data');
  const version = partOf(data, 'version');
  return typeof version === 'number' ? `"${version}"` : null;
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

const TAG = /^"(\d{1,10})"$/;

/**
 * The input of a call with `If-Match`: the version that it names, in the place of `version`.
 * @param takesVersion whether the operation saves what has one
 * @throws AppError `bad_request` for a tag that is none of ours, or where nothing could be held against it;
 * `precondition_failed` where the body names another version.
 */
export function inputMatching(input: unknown, ifMatch: string | null, takesVersion: boolean): unknown {
  if (ifMatch === null) return input;
  const version = TAG.exec(ifMatch.trim())?.[1];
  if (!takesVersion || version === undefined) {
    const apiOnly = takesVersion
      ? 'If-Match takes one ETag as this API gives them, like "3".'
      : 'This operation takes no If-Match.';
    throw new AppError('bad_request', { apiOnly });
  }
  const named = partOf(input, 'version');
  if (named !== undefined && String(named) !== version) throw new AppError('precondition_failed');
  const rest = typeof input === 'object' && input !== null ? input : {};
  return { ...rest, version: Number(version) };
}

/** A conflict of versions, in the words of whoever asked for it by If-Match. */
export function preconditionFailure(error: AppError, ifMatch: string | null): AppError {
  const failed = ifMatch !== null && error.code === 'conflict_version';
  return failed ? new AppError('precondition_failed') : error;
}
