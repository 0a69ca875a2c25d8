import compile from 'icu-minify/compile';
import type { CompiledMessage } from './format.ts';

/** ICU MessageFormat as the array that `formatMessage` fills. @throws SyntaxError where it is malformed. */
export function compileMessage(message: string): CompiledMessage {
  return compile(message);
}
