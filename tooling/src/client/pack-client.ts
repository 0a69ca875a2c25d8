import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnvironment } from '../config.ts';
import { Refusal } from '../launcher/refusal.ts';
import type { ApiDocument } from './api-document.ts';
import { packageSources } from './package-sources.ts';

/** Written by hand, and without any type of ours but their own. */
const BY_HAND = ['client.ts', 'operation.ts', 'placard-error.ts'];

/** The compiler would leave them in the types as they are. */
const OWN_IMPORT = /from '(\.\/[\w-]+)\.ts'/g;

const TSCONFIG = {
  compilerOptions: {
    // What Node 20 and the bundlers of today take as it is.
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
    module: 'NodeNext',
    rootDir: 'src',
    outDir: 'dist',
    declaration: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
  },
  include: ['src'],
};

function run(root: string, folder: string, program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: programEnvironment(root),
  });
  if (status !== 0)
    throw new Refusal(`The client could not be packed: ${program} says ${error?.message ?? stdout}${stderr}`);
  return stdout;
}

function manifest(version: string): object {
  return {
    name: '@placard/client',
    version,
    description: 'Typed calls of the API of a Placard, a self-hosted ad network.',
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    types: './dist/placard.d.ts',
    exports: {
      '.': { types: './dist/placard.d.ts', default: './dist/placard.js' },
      './package.json': './package.json',
    },
    files: ['dist'],
  };
}

/**
 * Packs the client for projects of others: JavaScript and types that lean on nothing of ours and on no other package.
 * The types are written from what the API says of itself.
 * @param root of the checkout
 * @returns the tarball's path
 */
export function packClient(root: string, out: string, version: string): string {
  const document = JSON.parse(
    run(root, root, process.execPath, ['apps/server/src/main-openapi.ts']),
  ) as ApiDocument;
  const folder = mkdtempSync(join(tmpdir(), 'placard-client-'));
  try {
    mkdirSync(join(folder, 'src'));
    const byHand = BY_HAND.map(
      (name) => [name, readFileSync(join(root, 'packages/client/src', name), 'utf8')] as const,
    );
    for (const [name, text] of [...byHand, ...packageSources(document)])
      writeFileSync(join(folder, 'src', name), text.replace(OWN_IMPORT, "from '$1.js'"));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(version), null, 2)}\n`);
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    copyFileSync(join(root, 'packages/client/README.md'), join(folder, 'README.md'));
    run(root, folder, 'tsc', ['-p', '.']);
    mkdirSync(out, { recursive: true });
    const words = ['pack', '--ignore-scripts', '--loglevel', 'error', '--pack-destination', out];
    // Its last line is the file's name.
    return join(out, run(root, folder, 'npm', words).trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** That of the checkout. */
export function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
