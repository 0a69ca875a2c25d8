import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../config.ts';
import { BUILDS, ensureBuilt } from './builds.ts';

/**
 * `npm ci` ends with it, so that the first start has nothing to build. Where it can't be built (an installation without what
 * builds it) nothing is lost: a start builds what is missing, or says why it can't.
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function canBuild(): boolean {
  try {
    createRequire(join(ROOT, 'apps/web/package.json')).resolve('vite/package.json');
    return true;
  } catch {
    return false;
  }
}

if (canBuild()) {
  try {
    await ensureBuilt(ROOT, BUILDS, programEnvironment(ROOT), console.log);
  } catch (cause) {
    console.warn(cause instanceof Error ? cause.message : cause);
  }
}
