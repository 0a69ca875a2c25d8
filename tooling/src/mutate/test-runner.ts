import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestModule, TestSpecification, Vite, Vitest } from 'vitest/node';
import { createVitest } from 'vitest/node';
import { findMutants, type Mutant, withMutant, withNotes } from './find-mutants.ts';
import type { Place } from './places.ts';

/** Milliseconds a test may take here: a broken loop is a caught one, however long it would go on. */
const TEST_MS = 20_000;

/** Which functions (`file:index`, -1 for the module itself) each test file runs, and how long it takes. */
export type Coverage = { readonly test: string; readonly noted: readonly string[]; readonly ms: number }[];

export type Change =
  | { readonly kind: 'notes'; readonly files: ReadonlySet<string> }
  | { readonly kind: 'mutant'; readonly file: string; readonly mutant: Mutant }
  | undefined;

/**
 * Of all files that vitest knows, which it gives after each run as they were when they last ran, those that ran now: one
 * that noticed the break before would seem to notice this one too.
 */
export function amongAsked<File extends { readonly moduleId: string }>(
  files: readonly File[],
  asked: readonly string[],
): File[] {
  return files.filter(({ moduleId }) => asked.includes(moduleId));
}

/** Whether a fault says only that a test took too long: on a busy machine one does that with nothing broken. */
export function tookTooLong(why: string | undefined): boolean {
  return why !== undefined && /timed out in \d+ms/.test(why);
}

function firstFault(module: TestModule): string {
  for (const test of module.children.allTests('failed')) {
    return `${test.fullName}: ${test.result().errors?.[0]?.message}`;
  }
  return module.errors()[0]?.message ?? 'no reason given';
}

/** Nothing can be said of a break: the machine is too busy for the tests as they are. */
export class TooBusyError extends Error {
  constructor(test: string) {
    super(`${test} takes too long though nothing is broken`);
    this.name = 'TooBusyError';
  }
}

/** What makes modules that some sources import: texts, routes of the API. */
async function pluginsOf(root: string, { modulesBy = [] }: Place): Promise<Vite.Plugin[]> {
  return await Promise.all(
    modulesBy.map(async ([file, name]) => {
      const plugins = (await import(join(root, file))) as Readonly<Record<string, () => Vite.Plugin>>;
      const plugin = plugins[name];
      if (plugin === undefined) throw new Error(`${file} has no ${name}`);
      return plugin();
    }),
  );
}

/** The tests of a place in one process, which keeps what they load and swaps a source file's text in passing. */
export class TestRunner {
  #change: Change;
  readonly #root: string;
  readonly #vitest: Promise<Vitest>;

  /** @param mode `notes` starts every test file afresh, so that what runs when a module is loaded is noted for each */
  constructor(root: string, place: Place, mode: 'notes' | 'mutants') {
    this.#root = root;
    this.#vitest = this.#start(place, mode);
  }

  async #start(place: Place, mode: 'notes' | 'mutants'): Promise<Vitest> {
    return await createVitest(
      'test',
      {
        config: false,
        watch: false,
        root: this.#root,
        include: place.tests.filter((glob) => !glob.startsWith('!')),
        exclude: [
          '**/node_modules/**',
          ...place.tests.filter((glob) => glob.startsWith('!')).map((g) => g.slice(1)),
        ],
        reporters: [{}],
        isolate: mode === 'notes',
        // What is kept on disk knows nothing of a broken rule.
        fsModuleCache: false,
        // Threads start sooner, but native parts of the server's don't bear being loaded anew in them.
        pool: place.database ? 'forks' : 'threads',
        maxWorkers: 1,
        fileParallelism: false,
        bail: mode === 'notes' ? 0 : 1,
        testTimeout: TEST_MS,
        hookTimeout: 60_000,
        teardownTimeout: 1_000,
        globalSetup: place.database ? ['packages/db/src/testing/global-setup.ts'] : [],
        setupFiles: mode === 'notes' ? [fileURLToPath(new URL('note-functions.ts', import.meta.url))] : [],
      },
      {
        plugins: [
          ...(await pluginsOf(this.#root, place)),
          { name: 'broken-rule', enforce: 'pre', transform: (code, id) => this.#transform(code, id) },
        ],
      },
    );
  }

  #transform(code: string, id: string): string | undefined {
    const change = this.#change;
    if (change === undefined || !id.startsWith(this.#root)) return undefined;
    const file = id.slice(this.#root.length + 1);
    if (change.kind === 'mutant') return change.file === file ? withMutant(code, change.mutant) : undefined;
    return change.files.has(file) ? withNotes(code, file, findMutants(file, code).functions) : undefined;
  }

  async #specifications(tests?: readonly string[]): Promise<TestSpecification[]> {
    const all = await (await this.#vitest).globTestSpecifications();
    if (tests === undefined) return all;
    const byFile = new Map(all.map((specification) => [specification.moduleId, specification]));
    return tests.flatMap((test) => byFile.get(join(this.#root, test)) ?? []);
  }

  async #run(
    specifications: TestSpecification[],
  ): Promise<{ modules: TestModule[]; failed: string | undefined; why?: string }> {
    const vitest = await this.#vitest;
    const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
    process.exitCode = 0;
    const testModules = amongAsked(
      all,
      specifications.map(({ moduleId }) => moduleId),
    );
    const failing = testModules.find((module) => !module.ok());
    if (failing !== undefined) {
      return {
        modules: testModules,
        failed: failing.moduleId.slice(this.#root.length + 1),
        why: firstFault(failing),
      };
    }
    const [unhandled] = unhandledErrors;
    if (unhandled === undefined) return { modules: testModules, failed: undefined };
    return { modules: testModules, failed: 'an unhandled error', why: String(unhandled) };
  }

  /** Runs every test of the place once on its sources as they are. @throws Error when one fails */
  async coverage(sources: readonly string[]): Promise<Coverage> {
    this.#change = { kind: 'notes', files: new Set(sources) };
    const { modules, failed, why } = await this.#run(await this.#specifications());
    if (failed !== undefined) throw new Error(`${failed} fails before anything is broken: ${why}`);
    return modules.map((module) => ({
      test: module.moduleId.slice(this.#root.length + 1),
      noted: module.meta().noted ?? [],
      ms: module.diagnostic().duration,
    }));
  }

  /**
   * The test file that notices the break, if any of these does. Files are tried in their order.
   * @throws TooBusyError when one takes too long with nothing broken as well
   */
  async catcher(file: string, mutant: Mutant, tests: readonly string[]): Promise<string | undefined> {
    for (const specification of await this.#specifications(tests)) {
      const { failed, why } = await this.#runWith({ kind: 'mutant', file, mutant }, file, specification);
      if (failed === undefined) continue;
      if (tookTooLong(why)) {
        const unbroken = await this.#runWith(undefined, file, specification);
        if (unbroken.failed !== undefined) throw new TooBusyError(failed);
      }
      return failed;
    }
    return undefined;
  }

  async #runWith(change: Change, file: string, specification: TestSpecification) {
    const vitest = await this.#vitest;
    const path = join(this.#root, file);
    this.#change = change;
    vitest.invalidateFile(path);
    try {
      return await this.#run([specification]);
    } finally {
      this.#change = undefined;
      vitest.invalidateFile(path);
    }
  }

  async close(): Promise<void> {
    await (await this.#vitest).close();
  }

  textOf(file: string): string {
    return readFileSync(join(this.#root, file), 'utf8');
  }
}
