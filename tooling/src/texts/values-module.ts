import type { CatalogueFile } from './catalogue-files.ts';
import { type ArgumentKind, argumentsOf } from './message-arguments.ts';

/** Written by `npm run texts`, and held against the catalogues by a tidy test. */
export const VALUES_PATH = 'packages/texts/src/message-values.ts';

const HEAD = `// Written by \`npm run texts\` from the English catalogues: change those.

/** What each message has to be given, by namespace and key; those that take nothing are left out. */
export type MessageValues = {
`;

const TYPES: Readonly<Record<ArgumentKind, string>> = {
  text: 'string | number',
  choice: 'string',
  number: 'number',
};

/** The types of values as TypeScript, one line for each catalogue. */
export function valuesModule(english: readonly CatalogueFile[]): string {
  const lines = [...english]
    .sort((a, b) => (a.namespace < b.namespace ? -1 : 1))
    .flatMap(({ namespace, messages }) => {
      const demands = [...messages].flatMap(([key, message]) => {
        const values = [...argumentsOf(message)].map(([name, kind]) => `${name}: ${TYPES[kind]}`);
        return values.length === 0 ? [] : [`'${key}': { ${values.join('; ')} }`];
      });
      return demands.length === 0 ? [] : [`  ${namespace}: { ${demands.join('; ')} };`];
    });
  return `${HEAD}${lines.join('\n')}\n};\n`;
}
