import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type FileLock, takeLock } from '@placard/db/process/file-lock';
import { Refusal } from './refusal.ts';

/** Something that is built from sources before it can be served. */
export interface Build {
  /** As a person would call it. */
  readonly name: string;
  /** npm workspace with a `build` script that writes `dist`; relative to the root. */
  readonly workspace: string;
  /** Files and folders that the outcome depends on, relative to the root. */
  readonly inputs: readonly string[];
}

const SHARED = ['packages/contract/src', 'packages/domain/src', 'package-lock.json', 'tsconfig.base.json'];

export const BUILDS: readonly Build[] = [
  { name: 'tag', workspace: 'apps/tag', inputs: ['apps/tag', ...SHARED] },
  { name: 'dashboard', workspace: 'apps/web', inputs: ['apps/web', 'packages/texts/src', ...SHARED] },
  {
    name: 'client',
    workspace: 'packages/client',
    inputs: [
      'packages/client',
      'tooling/src/client',
      'apps/server/src/main-openapi.ts',
      'apps/server/src/http/openapi',
      'apps/server/src/http/openapi-document.ts',
      // It has the version.
      'package.json',
      ...SHARED,
    ],
  },
];

const SKIPPED = new Set(['node_modules', 'dist']);
const BUILD_POLL_MS = 100;
/** Beside the outcome: thrown away with it. */
const STAMP = '.sources';

function* filesBelow(path: string): Generator<string> {
  if (statSync(path).isFile()) {
    if (!/\.(test|spec)\.tsx?$/.test(path)) yield path;
    return;
  }
  for (const entry of readdirSync(path).sort()) {
    if (!SKIPPED.has(entry)) yield* filesBelow(join(path, entry));
  }
}

/** A digest of the names and contents of a build's inputs; tests don't count. About 20 ms for the dashboard. */
export function sourceDigest(root: string, build: Build): string {
  const hash = createHash('sha256');
  for (const input of build.inputs) {
    const path = join(root, input);
    if (!existsSync(path)) continue;
    for (const file of filesBelow(path)) {
      const content = readFileSync(file);
      hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

function storedDigest(root: string, build: Build): string | undefined {
  try {
    return readFileSync(join(root, build.workspace, 'dist', STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

function runBuild(root: string, build: Build, environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', ['run', 'build', '--silent', '-w', build.workspace], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    npm.stdout.on('data', collect);
    npm.stderr.on('data', collect);
    npm.once('error', reject);
    npm.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Refusal(
            `The ${build.name} could not be built. "npm run build -w ${build.workspace}" says:\n${output.trim()}`,
          ),
        );
    });
  });
}

/** Two starts at once would empty each other's `dist`: the second waits, and finds the work done. */
async function lockBuild(root: string, build: Build): Promise<FileLock> {
  const folder = join(root, 'node_modules');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `.build-${build.workspace.replaceAll('/', '-')}.lock`);
  for (;;) {
    const taken = takeLock(file, '');
    if ('release' in taken) return taken;
    await setTimeout(BUILD_POLL_MS);
  }
}

const CLOSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const codeOf = (cause: unknown) => String((cause as NodeJS.ErrnoException | null)?.code);

function notMine(root: string, build: Build): Refusal {
  return new Refusal(
    `The ${build.name} is to be built anew, as its sources have changed, and this user may not write ${root}. Run "npm ci" there as the user whose folder it is, then start again.`,
  );
}

/** Builds what is missing or older than its sources, one after the other, and returns the names of what was built. */
export async function ensureBuilt(
  root: string,
  builds: readonly Build[],
  environment: NodeJS.ProcessEnv,
  say: (sentence: string) => void,
): Promise<string[]> {
  const built: string[] = [];
  for (const build of builds) {
    const digest = sourceDigest(root, build);
    if (storedDigest(root, build) === digest) continue;
    const lock = await lockBuild(root, build).catch((cause: unknown) => {
      throw CLOSED.has(codeOf(cause)) ? notMine(root, build) : cause;
    });
    try {
      if (storedDigest(root, build) === digest) continue;
      say(`Building the ${build.name} …`);
      await runBuild(root, build, environment);
      writeFileSync(join(root, build.workspace, 'dist', STAMP), digest);
      built.push(build.name);
    } finally {
      lock.release();
    }
  }
  return built;
}
