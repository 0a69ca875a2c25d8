import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CompileOrder, compileAhead } from './compile-ahead.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'placard-compile-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** A module that notes each time it is loaded, and does what is asked for then. */
function order(then = '', rest: Partial<CompileOrder> = {}): CompileOrder {
  const module = join(home, 'module.mjs');
  writeFileSync(
    module,
    `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(join(home, 'loads'))}, 'x');
${then}`,
  );
  return {
    folder: join(home, 'cache'),
    modules: [module],
    version: '1.0.0',
    environment: { PATH: process.env.PATH },
    ...rest,
  };
}
const loads = () => (existsSync(join(home, 'loads')) ? readFileSync(join(home, 'loads'), 'utf8').length : 0);
const mark = () => join(home, 'cache', 'compiled-for');

it('has Node write what the modules are compiled to, once for a release', async () => {
  await compileAhead(order());
  expect(loads()).toBe(1);
  const written = readdirSync(join(home, 'cache'), { recursive: true, withFileTypes: true });
  expect(written.filter((entry) => entry.isFile()).length).toBeGreaterThan(1);
  await compileAhead(order());
  expect(loads()).toBe(1);
  await compileAhead(order('', { version: '1.0.1' }));
  expect(loads()).toBe(2);
});

it('compiles anew for another Node', async () => {
  await compileAhead(order());
  writeFileSync(mark(), readFileSync(mark(), 'utf8').replace(process.versions.node, '1.2.3'));
  await compileAhead(order());
  expect(loads()).toBe(2);
});

it('leaves it to the next start where a module fails or never ends, and throws nothing', async () => {
  await compileAhead(order('throw new Error("broken")'));
  expect([loads(), existsSync(mark())]).toEqual([1, false]);
  await compileAhead(
    order('await new Promise((resolve) => setTimeout(resolve, 60_000))', { patienceMs: 500 }),
  );
  expect(existsSync(mark())).toBe(false);
  await compileAhead(order());
  expect(existsSync(mark())).toBe(true);
});

it('does not wait for a module that keeps something open', async () => {
  await compileAhead(order('setInterval(() => {}, 1_000)'));
  expect(existsSync(mark())).toBe(true);
});

it('ends with a start that is called off, and does not begin after it', async () => {
  const start = new AbortController();
  const compiling = compileAhead(
    order('await new Promise(() => setInterval(() => {}, 1_000))', { signal: start.signal }),
  );
  start.abort();
  await compiling;
  await compileAhead(order('', { signal: start.signal }));
  expect(existsSync(mark())).toBe(false);
  expect(loads()).toBeLessThanOrEqual(1);
});

it('goes on where the folder cannot be written', async () => {
  writeFileSync(join(home, 'cache'), 'a file');
  await compileAhead(order());
  expect(readFileSync(join(home, 'cache'), 'utf8')).toBe('a file');
});
