import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadInParts } from './load-in-parts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-load-in-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A package that says when it is run. */
function addPackage(name: string, needs: readonly string[], fails = false): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  const dependencies = Object.fromEntries(needs.map((each) => [each, '1.0.0']));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', dependencies }));
  const lines = needs.map((each) => `try { require('${each}'); } catch {}`);
  const end = fails ? "throw new Error('not this way');" : '';
  writeFileSync(join(place, 'index.js'), `${lines.join('\n')}\nglobalThis.ranParts('${name}');\n${end}`);
}

it('runs what is needed first, each in a turn of its own, and what cannot be run alone never stops the rest', async () => {
  addPackage('top', ['left', 'right', 'missing']);
  addPackage('left', ['bottom', 'broken']);
  addPackage('right', ['bottom', 'left']);
  addPackage('bottom', []);
  addPackage('broken', ['left'], true);
  const ran: (readonly [name: string, turn: number])[] = [];
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  const take = (name: string) => void ran.push([name, turn]);
  Object.assign(globalThis, { ranParts: take });
  count();
  const base = pathToFileURL(join(folder, 'main.js')).href;
  const load = async () => {
    take('load');
    return 7;
  };
  const loaded = await Promise.all([loadInParts('top', load, base), loadInParts('top', load, base)]);
  isCounting = false;
  Object.assign(globalThis, { ranParts: undefined });
  expect(loaded).toEqual([7, 7]);
  const known = ran.filter(([name]) => name !== 'top' && name !== 'broken');
  expect(known.map(([name]) => name)).toEqual(['bottom', 'left', 'right', 'load', 'load']);
  // Whoever waits goes on at once.
  expect(new Set(known.map(([, at]) => at)).size).toBe(known.length - 1);
});

/** Modules that a turn of the event loop loaded at most, and all of them, in a process of their own. */
function modulesOf(file: string, load: string): { readonly most: number; readonly all: number } {
  const program = `
    import { registerHooks } from 'node:module';
    let turn = 0;
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded[turn] = (loaded[turn] ?? 0) + 1; return next(url, context); } });
    const { ${load} } = await import(${JSON.stringify(new URL(file, import.meta.url).href)});
    loaded.length = 0;
    let counting = true;
    const count = () => { turn += 1; if (counting) setImmediate(count); };
    count();
    await ${load}();
    counting = false;
    const counts = loaded.filter((each) => each !== undefined);
    console.log(JSON.stringify({ most: Math.max(...counts), all: counts.reduce((sum, each) => sum + each, 0) }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as { most: number; all: number };
}

it('tries once more what wants another beside it, when that is there', async () => {
  addPackage('pair', ['first', 'second']);
  addPackage('first', []);
  addPackage('second', []);
  const file = join(folder, 'node_modules', 'first', 'index.js');
  writeFileSync(
    file,
    "if (globalThis.ranSecond !== true) throw new Error('second is missing'); globalThis.ranFirst = true;",
  );
  writeFileSync(join(folder, 'node_modules', 'second', 'index.js'), 'globalThis.ranSecond = true;');
  const ran = () => (globalThis as { ranFirst?: boolean }).ranFirst;
  const loaded = await loadInParts('pair', async () => ran(), pathToFileURL(join(folder, 'main.js')).href);
  expect(loaded).toBe(true);
});

it('loads what passkeys need in parts: of 300 modules less than a third in one turn', () => {
  const { most, all } = modulesOf('../features/passkeys/passkey-checks.ts', 'passkeyChecks');
  expect(all).toBeGreaterThan(200);
  expect(most).toBeLessThan(all / 3);
});

it('loads what an upload of an image needs in parts', () => {
  const { most, all } = modulesOf('../features/images/image-rewriting.ts', 'imageRewriting');
  expect(all).toBeGreaterThan(60);
  expect(most).toBeLessThan(all / 2);
});
