import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callOrEnd } from '@placard/db/process/command-call';
import { DEFAULT_LANGUAGE } from '@placard/domain/language';
import { ROOT } from '../tidy/source-tree.ts';
import { readCatalogues } from './catalogue-files.ts';
import { asFile, DERIVED } from './derived.ts';
import { VALUES_PATH, valuesModule } from './values-module.ts';

callOrEnd({ help: 'npm run texts\n\nwrites anew what is made of the catalogues of texts' });
for (const [path, tree] of Object.entries(DERIVED)) writeFileSync(join(ROOT, path), asFile(tree));
const english = readCatalogues().filter(({ language }) => language === DEFAULT_LANGUAGE);
writeFileSync(join(ROOT, VALUES_PATH), valuesModule(english));
