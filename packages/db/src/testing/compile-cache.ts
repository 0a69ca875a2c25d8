import { fileURLToPath } from 'node:url';

/**
 * For the environment of programs that tests start: Node keeps there what it has read and compiled, for all of them and
 * for the next run, where each start otherwise does it anew for a second and more. Named by content and Node's version.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../../../../node_modules/.cache/placard-tests', import.meta.url),
  ),
};
