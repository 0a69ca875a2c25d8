import { mkdir, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';

/** Builds the scripts in dist with their .br and .gz beside them, so that delivery only sends files. */
const ENTRIES = ['sdk', 'analytics', 'look'] as const;

/**
 * For V8, which looks for it in the first line: compile all functions while the script loads, beside the main thread.
 * Nearly all of them run on each page, and compiled one by one when called they were a fifth of the page's time for us.
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';

/** Names in the order they are given out: with these letters first brotli finds most that it has seen. */
const NAME_LETTERS = 'jiltBxopsavMeknZqCbVPL_TcSyNAdm$rOfwzUhgRYQuWKJIDEFXHG';

const source = new URL('./src/', import.meta.url);
const target = new URL('./dist/', import.meta.url);

await mkdir(target, { recursive: true });
for (const name of ENTRIES) {
  const text = (name === 'sdk' ? COMPILE_ALL : '') + (await bundle(new URL(`${name}.ts`, source).pathname));
  const bytes = Buffer.from(text);
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzip = gzipSync(bytes, { level: 9 });
  await writeFile(new URL(`${name}.js`, target), bytes);
  await writeFile(new URL(`${name}.js.br`, target), brotli);
  await writeFile(new URL(`${name}.js.gz`, target), gzip);
  console.log(`${name}.js ${bytes.length} bytes, gzip ${gzip.length}, brotli ${brotli.length}`);
}

/** esbuild bundles and drops types; terser then inlines across what were modules, which esbuild does not. */
async function bundle(entry: string): Promise<string> {
  const bundled = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    // What the tag imports is a module.
    format: isModule(entry) ? 'esm' : 'iife',
    target: 'es2021',
    charset: 'utf8',
    // Without it TypeScript's strictness would put a "use strict" in front, which changes nothing here.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    logLevel: 'warning',
  });
  const [file] = bundled.outputFiles;
  if (file === undefined) throw new Error(`${entry}: esbuild made no output`);
  // Nothing of ours is called const, not even in its strings: to brotli two words for the same are one too many.
  const compressed = await minify(file.text.replace(/\bconst /g, 'let '), {
    ecma: 2020,
    module: isModule(entry),
    toplevel: true,
    compress: {
      passes: 8,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_comps: true,
      unsafe_math: true,
      unsafe_methods: true,
      // What the DOM is told with true and false takes 1 and 0 as well.
      booleans_as_integers: true,
      keep_fargs: false,
      pure_getters: true,
      // What stands in sequences is shorter, but not to brotli.
      sequences: false,
    },
    mangle: false,
  });
  // Names are given out in a second turn, in the order in which they then stand.
  const minified = await minify(compressed.code ?? '', {
    ecma: 2020,
    module: isModule(entry),
    toplevel: true,
    compress: false,
    // What a slot is made of; names that the DOM has are left alone, also where ours are the same.
    mangle: {
      properties: { regex: /^(widthPx|holder|fit|far|embedKey|place)$/ },
      nth_identifier: { get: nameOf },
    },
    // A script without a charset is read in that of the publisher's page.
    format: { ascii_only: true },
  });
  if (!minified.code) throw new Error(`${entry}: terser made no output`);
  return `${minified.code}\n`;
}

function isModule(entry: string): boolean {
  return entry.endsWith('/look.ts');
}

/** The n-th name, from 0. */
function nameOf(n: number): string {
  const letter = NAME_LETTERS[n % NAME_LETTERS.length] ?? '';
  return n < NAME_LETTERS.length ? letter : letter + nameOf(Math.floor(n / NAME_LETTERS.length) - 1);
}
