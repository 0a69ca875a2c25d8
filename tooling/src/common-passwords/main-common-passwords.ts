import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tidy/source-tree.ts';
import { COMMON_PASSWORDS_PATH, commonPasswordsFile } from './common-passwords-file.ts';

writeFileSync(join(ROOT, COMMON_PASSWORDS_PATH), commonPasswordsFile());
