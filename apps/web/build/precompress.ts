import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json)$/;
/** Below this the headers weigh more than what is saved. */
const MIN_BYTES = 1_024;

const withBrotli = promisify(brotliCompress);
const withGzip = promisify(gzip);

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([withBrotli(content, { params }), withGzip(content, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Writes `.br` and `.gz` beside each text file: the server sends them as they are, smaller than it could make them itself. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'placard-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))));
    },
  };
}
