import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tidy/source-tree.ts';
import { operationsModules } from './operations-module.ts';

for (const [path, text] of operationsModules()) writeFileSync(join(ROOT, path), text);
