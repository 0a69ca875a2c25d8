import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { callOrEnd, endAsWrongCall, unknownName } from '@placard/db/process/command-call';
import { Refusal } from '../launcher/refusal.ts';
import { ROOT } from '../tidy/source-tree.ts';
import { operationsModules } from './operations-module.ts';
import { packClient, versionOf } from './pack-client.ts';

const HELP = `npm run client [-- pack [--version 1.2.3] [--out FOLDER]]

  (nothing)   writes the client's operations anew from the contract
  pack        a tarball that any project installs: npm install ./placard-client-1.2.3.tgz
  --version   the package's version (that of package.json)
  --out       where it goes (.packages)
`;

function main(): void {
  const { values, words } = callOrEnd({
    help: HELP,
    options: { version: { type: 'string' }, out: { type: 'string' } },
    words: 1,
  });
  const [command] = words;
  if (command === undefined) {
    for (const [path, text] of operationsModules()) writeFileSync(join(ROOT, path), text);
    return;
  }
  if (command !== 'pack')
    endAsWrongCall(unknownName(`There is nothing called ${command}`, command, ['pack']), HELP);
  const out = resolve(values.out ?? join(ROOT, '.packages'));
  const file = packClient(ROOT, out, values.version ?? versionOf(ROOT));
  console.log(`${file}, ${Math.round(statSync(file).size / 1_000)} KB`);
}

try {
  main();
} catch (cause) {
  console.error(cause instanceof Refusal ? cause.message : cause);
  process.exitCode = 1;
}
