import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Given<Takes extends Options> = ReturnType<
  typeof parseArgs<{ options: Takes; allowPositionals: true; args: string[] }>
>['values'];

/** What a command may be called with. */
export interface CallShape<Takes extends Options> {
  /** What `--help` prints. */
  readonly help: string;
  readonly options?: Takes;
  /** The most words beside its options; none unless said. */
  readonly words?: number;
}

export interface Call<Takes extends Options> {
  readonly values: Given<Takes>;
  readonly words: readonly string[];
  /** Whether nothing is wanted but what it can do. */
  readonly help: boolean;
}

/** What is wrong about how a command was called, in a sentence; the program ends with code 2. */
export class CallFault extends Error {
  override name = 'CallFault';
}

/** What a program ends with that was called in a way that it doesn't know. */
export const WRONG_CALL = 2;

const HELP = { help: { type: 'boolean', short: 'h' } } as const satisfies Options;

/** How many letters have to be put in, taken out or replaced. */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A slip of the pen is two letters at most, and no more than half of the word. */
const SLIP_LETTERS = 2;
const LONGEST_NAME = 100;

/** The name that was probably meant. */
export function nearestName(name: string, names: readonly string[]): string | null {
  if (name.length > LONGEST_NAME) return null;
  const near = names
    .map((each) => ({ each, apart: lettersApart(name, each) }))
    .filter(({ each, apart }) => apart <= Math.min(SLIP_LETTERS, each.length / 2))
    .toSorted((one, other) => one.apart - other.apart);
  return near[0]?.each ?? null;
}

/** “There is no bench called repots. Is reports meant?” */
export function unknownName(sentence: string, name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  return meant === null ? `${sentence}.` : `${sentence}. Is ${meant} meant?`;
}

interface OptionToken {
  readonly name: string;
  /** As it was typed, with its dashes. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether it follows an equals sign. */
  readonly inlineValue?: boolean | undefined;
}

function noteOption(
  { name, rawName, value, inlineValue }: OptionToken,
  options: Options,
  earlier: readonly string[],
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(options).map((each) => `--${each}`);
    throw new CallFault(unknownName(`There is no option ${rawName}`, rawName, known));
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new CallFault(`${rawName} takes no value.`);
  } else if (value === undefined || value === '' || (inlineValue !== true && value.startsWith('-'))) {
    throw new CallFault(`${rawName} needs a value.`);
  }
  if (option.multiple !== true && earlier.includes(name) && option.type === 'string')
    throw new CallFault(`${rawName} is given twice.`);
}

/**
 * How a command was called. Whoever asks for help gets it whatever else was said.
 * @param args all that follows the program's name
 * @throws CallFault for an option that it doesn't have, one without its value or with one too many, and words that have no place
 */
export function readCall<const Takes extends Options = Record<never, never>>(
  shape: CallShape<Takes>,
  args: readonly string[],
): Call<Takes> {
  const options: Options = { ...shape.options, ...HELP };
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = { values: values as Given<Takes>, words: positionals };
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help' && token.value === undefined))
    return { ...given, help: true };
  const earlier: string[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    noteOption(token, options, earlier);
    earlier.push(token.name);
  }
  const [over] = positionals.slice(shape.words ?? 0);
  if (over !== undefined) throw new CallFault(`It has no use for “${over}”.`);
  return { ...given, help: false };
}

/**
 * The same for a program that can't go on without: it prints the help, with code 0, or what is wrong and the help, with code 2, and ends.
 */
export function callOrEnd<const Takes extends Options = Record<never, never>>(
  shape: CallShape<Takes>,
  args: readonly string[] = process.argv.slice(2),
): Call<Takes> {
  try {
    const call = readCall(shape, args);
    if (!call.help) return call;
    console.log(shape.help.trimEnd());
    return process.exit(0);
  } catch (cause) {
    if (!(cause instanceof CallFault)) throw cause;
    return endAsWrongCall(cause.message, shape.help);
  }
}

/** Ends a program whose call is found wrong by itself. @param sentence why */
export function endAsWrongCall(sentence: string, help: string): never {
  console.error(`${sentence}\n\n${help.trimEnd()}`);
  return process.exit(WRONG_CALL);
}
