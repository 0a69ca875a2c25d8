import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tidy/source-tree.ts';
import { OPERATIONS_PATH, operationsModule } from './operations-module.ts';

writeFileSync(join(ROOT, OPERATIONS_PATH), operationsModule());
