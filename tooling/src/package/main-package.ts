import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { programEnvironment } from '../config.ts';
import { BUILDS, ensureBuilt } from '../launcher/builds.ts';
import { Refusal } from '../launcher/refusal.ts';
import { buildDeb } from './deb.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const HELP = `npm run package -- deb [--version 1.2.3] [--out FOLDER] [--quick]

  deb         a Debian package of this checkout, for this machine's architecture
  --version   the package's version (that of package.json)
  --out       where it goes (.packages)
  --quick     not compressed
`;

const say = (sentence: string) => console.log(sentence);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      out: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const [kind] = positionals;
  if (kind !== 'deb') return say(HELP);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const out = resolve(values.out ?? join(ROOT, '.packages'));
  mkdirSync(out, { recursive: true });
  await ensureBuilt(ROOT, BUILDS, programEnvironment(ROOT), say);
  const version = values.version ?? manifest.version;
  const file = buildDeb({ root: ROOT, out, version, compression: values.quick ? 'none' : 'xz', say });
  say(`${file}, ${Math.round(statSync(file).size / 1_000_000)} MB`);
}

try {
  await main();
} catch (cause) {
  console.error(cause instanceof Refusal ? cause.message : cause);
  process.exitCode = 1;
}
