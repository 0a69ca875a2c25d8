import { basename } from 'node:path';
import { isTest, type SourceFile } from './source-tree.ts';

const LONGEST_FILE = 400;

/** Names that tell nothing, under which everything gathers. */
const EMPTY_NAMES = /^(utils?|helpers?|common|misc|shared|types|constants)\.tsx?$/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.tsx?$/;

type Rule = (file: SourceFile) => string | undefined;

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** A rule against a pattern, in the files that it applies to. */
function forbid(pattern: RegExp, why: string, applies: (path: string) => boolean = () => true): Rule {
  return ({ path, text }) => {
    const found = applies(path) ? pattern.exec(text) : null;
    return found ? `line ${lineOf(text, found.index)}: ${why}` : undefined;
  };
}

const isConfig = (path: string) => basename(path) === 'config.ts' || path.endsWith('.config.ts');
const runs = (path: string) => !isTest(path);
/** These quote what they forbid. */
const isRuleBook = (path: string) => path.endsWith('.tidy.test.ts') || path === 'tooling/src/tidy/style.ts';
/** clock.ts is the one place that asks the system for the time, for everyone to be handed it. */
const inDomain = (path: string) =>
  path.startsWith('packages/domain/src/') && !isTest(path) && path !== 'packages/domain/src/clock.ts';

/** Readers of records, out of tables in the source; the frame of its own origin that shows ad code; snippets for others' pages. */
const MAKES_CODE = [
  'packages/contract/src/wire/layout.ts',
  'packages/contract/src/wire/snippet-variants.ts',
  'apps/delivery/src/http/preview-frame.ts',
];

/** Two packages may bring the same type twice; whoever casts across says so on the line above. */
const castWithoutReason: Rule = ({ path, text }) => {
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line, index) => /\bas (?:unknown as|never\b|any\b)/.test(line) && !lines[index - 1]?.includes('// '),
  );
  return runs(path) && at >= 0 && !isRuleBook(path)
    ? `line ${at + 1}: a cast that proves nothing, without a reason above it`
    : undefined;
};

/** What a dialog shows may be shown nowhere again: a click beside it loses it. Where it is, the line above says so. */
const lostByAClick: Rule = ({ path, text }) => {
  if (!/^apps\/web\/src\/(?:features|kits)\/.*dialogs?\.tsx$/.test(path)) return undefined;
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line, index) => /<CodeBlock\b/.test(line) && !/\{\/\* |\/\/ /.test(lines[index - 1] ?? ''),
  );
  return at >= 0
    ? `line ${at + 1}: what a dialog shows once is a <CodeShownOnce>; what can be seen again says where on the line above`
    : undefined;
};

/** Pino's own stream ends a program on a full disk, or keeps it from ending. */
const logsByItself: Rule = ({ path, text }) =>
  runs(path) && !path.includes('/testing/') && /\bpino\(/.test(text) && !/\blogLines\(/.test(text)
    ? 'a log is written by logLines() of @placard/db/process/log-lines'
    : undefined;

/** `select id::text … order by id` has numbers in the order of their digits, so that a limit or a cursor passes some of them over. */
const orderedAsText: Rule = ({ path, text }) => {
  if (!runs(path) || isRuleBook(path)) return undefined;
  for (const { 0: statement, index } of text.matchAll(/`[^`]*\border by\b[^`]*`/g)) {
    const casts = new Set(
      Array.from(statement.matchAll(/(?<=[\s,.])(\w+)::text\b(?!\s+as\b)/g), ([, name]) => name),
    );
    const ordered = Array.from(statement.matchAll(/\border by ([^\n`]*)/g), ([, list = '']) =>
      list.split(','),
    );
    const column = ordered.flat().find((each) => casts.has(each.trim().split(' ')[0]));
    if (column !== undefined)
      return `line ${lineOf(text, index)}: ordered by the text of ${column.trim()}; name its table`;
  }
  return undefined;
};

/** From a name that is called to the end of the call; brackets in texts are taken for others, which a rule can live with. */
function callAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

/** A second, as it waits unless it is told otherwise, is too short now and then where other tests run beside. */
const waitsASecond: Rule = ({ path, text }) => {
  if (isRuleBook(path)) return undefined;
  const found = [...text.matchAll(/\bvi\.waitFor\(/g)].find(
    ({ index }) => !/\btimeout\b|\b[A-Z]+,?\s*$/.test(callAt(text, index)),
  );
  return found === undefined
    ? undefined
    : `line ${lineOf(text, found.index)}: soon() of @placard/db/testing/soon, or a time of its own`;
};

/** Files of the units and of the database share a process: a replaced module is not replaced where an earlier one loaded what takes it, and stays so for later ones. */
const replacesForOthers: Rule = ({ path, text }) => {
  if (isRuleBook(path) || path.endsWith('.long.test.ts') || !/\bvi\.(?:do)?[mM]ock\(/.test(text))
    return undefined;
  return /\bvi\.resetModules\(\);[\s\S]*await import\(/.test(text) &&
    /\bafterAll\(.*\bvi\.resetModules\(/.test(text)
    ? undefined
    : 'vi.spyOn() and spiedBuiltins(), or modules loaded anew before and after';
};

const RULES: readonly Rule[] = [
  ({ text }) => {
    const lines = text.split('\n').length;
    return lines > LONGEST_FILE ? `${lines} lines; at most ${LONGEST_FILE}` : undefined;
  },
  ({ path }) =>
    EMPTY_NAMES.test(basename(path)) && !path.includes('/i18n/')
      ? 'the name tells nothing; name it by what it does'
      : undefined,
  ({ path }) => (/^index\.tsx?$/.test(basename(path)) ? 'no index files; import the file itself' : undefined),
  ({ path }) => (KEBAB_CASE.test(basename(path)) ? undefined : 'names are written-like-this.ts'),
  ({ path }) => {
    const folders = /^(?:apps|packages)\/[^/]+\/src\/(.*)$/.exec(path)?.[1]?.split('/').length ?? 0;
    return folders > 5 ? 'more than four folders below src' : undefined;
  },
  ({ text }) => {
    const reExports = text.match(/^export (?:\*|(?:type )?\{[^}]*\})(?: as \w+)? from/gm) ?? [];
    const everything = reExports.some((each) => each.includes('*'));
    return everything || reExports.length > 1 ? 're-exports make barrels; import the file itself' : undefined;
  },
  forbid(
    /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*\[\s*['"]env/,
    'process.env is read in config.ts only',
    (path) => runs(path) && !isConfig(path) && !isRuleBook(path),
  ),
  forbid(/@ts-(ignore|nocheck|expect-error)/, 'the compiler is not silenced', (path) => !isRuleBook(path)),
  castWithoutReason,
  waitsASecond,
  replacesForOthers,
  lostByAClick,
  orderedAsText,
  forbid(
    /\bdangerouslySetInnerHTML=|\.(?:inner|outer)HTML\s*=|\binsertAdjacentHTML\(|\bdocument\.write\(|\beval\(|\bnew Function\(/,
    'no text becomes markup or code (docs/asvs.md, V1.3.2 and V3.2.2)',
    (path) => /^(apps|packages)\/\w+\/src\//.test(path) && runs(path) && !MAKES_CODE.includes(path),
  ),
  logsByItself,
  forbid(
    /(?<!function )\brender(?:Invoice|StatementPdf|StatementCsv|Sepa)\(/,
    "documents and exports are made in a thread, beside the API's event loop: inDocumentTurn()",
    (path) => runs(path) && path !== 'apps/server/src/main-document-thread.ts' && !isRuleBook(path),
  ),
  forbid(
    /\$\{issueMessage\(|message:\s*`[^`]*\$\{[A-Z][A-Z_]+\}/,
    'what a refusal names stands beside its code, for readers of other languages: refusalAt(), reason and value',
    (path) => path.startsWith('apps/server/src/') && runs(path),
  ),
  forbid(
    /[^.\w](?:TODO|FIXME|XXX)\b/,
    'unfinished work is finished or written down as an issue',
    (path) => !isRuleBook(path),
  ),
  forbid(
    /from '(?:@clickhouse\/client|chdb)[^']*'/,
    'ClickHouse is spoken in apps/server/src/analytics only',
    (path) =>
      /^(apps|packages)\//.test(path) && !path.startsWith('apps/server/src/analytics/') && !isTest(path),
  ),
  forbid(
    /at time zone (?!n\.)[a-z]\w*\.time_zone/i,
    "one account's zone that PostgreSQL does not know ends a statement over all of them: day_in_zone()",
    (path) => path.startsWith('apps/') && runs(path),
  ),
  forbid(
    /\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\basync\b|\bPromise\b/,
    'the domain has no clock, no chance and no promise; they are arguments',
    inDomain,
  ),
  forbid(
    /\b(?:it|test|describe)(?:\.[a-z]+)*\.(?:only|skip|todo|fixme)\b/,
    'every test runs',
    (path) => !isRuleBook(path),
  ),
  // A bench may let things settle: it measures, it does not judge.
  forbid(
    /\bwaitForTimeout\(/,
    'a test waits for what it needs, not for a time',
    (path) => !isRuleBook(path) && !path.startsWith('bench/'),
  ),
  forbid(
    /\.route\(/,
    'a busy page makes its next call past Playwright’s route: answerCalls()',
    (path) =>
      path.startsWith('e2e/') &&
      !['e2e/support/answer-calls.ts', 'e2e/support/stored-session.ts'].includes(path),
  ),
  forbid(
    /\bNumberInput\b|\breact-number-format\b|\btype="number"|\bvalueAsNumber\b|\binputMode="decimal"/,
    'numbers are typed into the fields of kits/form/number-field.tsx, which change nothing that is typed',
    (path) => path.startsWith('apps/web/src/'),
  ),
  forbid(
    /import \{[^}]*\b(?:Modal|Drawer)\b[^}]*\} from '@mantine\/core'(?![\s\S]*\buseFocusReturn\()/,
    'a dialog gives the focus back: use ui/dialog.tsx, or ui/focus-return.ts',
    (path) => path.startsWith('apps/web/src/'),
  ),
  forbid(
    /import \{[^}]*\blazy\b[^}]*\} from 'react'/,
    'a part whose file cannot be had fails for good with React’s lazy: use ui/lazy-part.tsx',
    (path) => path.startsWith('apps/web/src/') && path !== 'apps/web/src/ui/lazy-part.tsx',
  ),
  forbid(
    /\b(?:local|session)Storage\b|\bcrypto\.(?:randomUUID|subtle)\b|\bnavigator\.clipboard\b/,
    'a browser may refuse it, and has part of it over https only: lib/browser-storage.ts, lib/random-key.ts, lib/copy-text.ts',
    (path) =>
      path.startsWith('apps/web/src/') &&
      !isTest(path) &&
      !/\/lib\/(?:browser-storage|random-key|copy-text)\.ts$/.test(path),
  ),
  forbid(
    /\bkey=\{[\w.]*[vV]ersion\}/,
    'a form is not thrown away because its record was fetched anew: use ui/form/held-record.tsx',
    (path) => path.startsWith('apps/web/src/'),
  ),
  forbid(
    /style: 'currency'/,
    'money is written by lib/format/number-format.ts, in its three styles: exact, cents of a column, short',
    (path) => path.startsWith('apps/web/src/') && !path.startsWith('apps/web/src/lib/format/number-'),
  ),
  forbid(
    /\bcell: .*<Money\b(?![^/]*\b(?:aligned|short)\b)/,
    'amounts of a column have one number of decimals: <Money aligned>',
    (path) => path.startsWith('apps/web/src/'),
  ),
  forbid(
    /[>\s]\{\w+\??\.domain\}|\b(?:name|label|note|domain): (?:\w+\??\.)?domain\b(?=\s*[,}])|=> \w+\.domain\b/,
    'a domain is shown as people write it: <DomainName>, or shownDomain() in a text',
    (path) => path.startsWith('apps/web/src/') && !isTest(path),
  ),
  forbid(
    /\bretry:|\bretries:\s*[1-9]/,
    'no test is tried twice',
    (path) => isTest(path) && !isRuleBook(path),
  ),
];

/** What is not as the house wants it, as `path: why`. */
export function untidy(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    RULES.flatMap((rule) => {
      const why = rule(file);
      return why === undefined ? [] : [`${file.path}: ${why}`];
    }),
  );
}
