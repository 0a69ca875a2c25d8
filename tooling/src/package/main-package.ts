import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callOrEnd, endAsWrongCall, unknownName } from '@placard/db/process/command-call';
import { programEnvironment } from '../config.ts';
import { BUILDS, ensureBuilt } from '../launcher/builds.ts';
import { Refusal } from '../launcher/refusal.ts';
import { buildDeb } from './deb.ts';
import { stageImage } from './image.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const HELP = `npm run package -- deb|image [--version 1.2.3] [--out FOLDER] [--quick]

  deb         a Debian package of this checkout, for this machine's architecture
  image       what Containerfile copies, for "podman build" and "docker build"
  --version   the package's version (that of package.json)
  --out       where it goes (.packages)
  --quick     packed in a tenth of the time, and larger by half
`;

const say = (sentence: string) => console.log(sentence);

async function main(): Promise<void> {
  const { values, words } = callOrEnd({
    help: HELP,
    options: {
      version: { type: 'string' },
      out: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
    words: 1,
  });
  const [kind] = words;
  if (kind === undefined) endAsWrongCall('Which package?', HELP);
  if (kind !== 'deb' && kind !== 'image')
    endAsWrongCall(unknownName(`There is no package ${kind}`, kind, ['deb', 'image']), HELP);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const out = resolve(values.out ?? join(ROOT, '.packages'));
  mkdirSync(out, { recursive: true });
  await ensureBuilt(ROOT, BUILDS, programEnvironment(ROOT), say);
  const version = values.version ?? manifest.version;
  if (kind === 'image') {
    say(`${stageImage(ROOT, out, version)} is ready: podman build --format docker -t placard .`);
    return;
  }
  const file = buildDeb({ root: ROOT, out, version, compression: values.quick ? 'gzip' : 'xz', say });
  say(`${file}, ${Math.round(statSync(file).size / 1_000_000)} MB`);
}

try {
  await main();
} catch (cause) {
  console.error(cause instanceof Refusal ? cause.message : cause);
  process.exitCode = 1;
}
