import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callOrEnd } from '@placard/db/process/command-call';
import { ROOT } from '../tidy/source-tree.ts';
import { COMMON_PASSWORDS_PATH, commonPasswordsFile } from './common-passwords-file.ts';

callOrEnd({ help: 'npm run common-passwords\n\nwrites the list of common passwords anew from its library' });
writeFileSync(join(ROOT, COMMON_PASSWORDS_PATH), commonPasswordsFile());
