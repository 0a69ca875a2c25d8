import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type ComposeService = {
  /** Of `placard`. */
  readonly command: string;
  readonly environment: Readonly<Record<string, string>>;
};

type Written = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
};

/**
 * Placard's services of a file of Compose, each with the environment that it gets.
 * @param given what the shell has. @throws Error where the file asks for one that is missing
 */
export function readComposeServices(
  path: string,
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, ComposeService> {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const { services } = parse(text, { merge: true }) as { readonly services: Record<string, Written> };
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('placard:'));
  return new Map(
    ours.map(([name, { command = ['start'], environment = {} }]) => [
      name,
      { command: command.join(' '), environment: filled(environment, given) },
    ]),
  );
}

/** `${NAME:-default}`, `${NAME:?what it should be}`, and a name without a value, which is the shell's or not there. */
function filled(
  environment: Readonly<Record<string, string | null>>,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => {
    if (value === null) return [name, given[name]] as const;
    const text = value.replaceAll(
      /\$\{(\w+):([-?])([^}]*)\}/g,
      (_, wanted: string, sign: string, rest: string) => {
        const own = given[wanted] ?? '';
        if (own === '' && sign === '?') throw new Error(`${wanted} is not set: ${rest}`);
        return own === '' ? rest : own;
      },
    );
    return [name, text] as const;
  });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
