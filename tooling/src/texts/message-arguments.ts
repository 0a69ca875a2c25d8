import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** What a message does with a value: says it, or chooses or writes it as a number, or chooses among words. */
export type ArgumentKind = 'text' | 'number' | 'choice';
export type MessageArguments = ReadonlyMap<string, ArgumentKind>;

/** The values of a message by name. One that is counted anywhere is a number everywhere. @throws SyntaxError */
export function argumentsOf(message: string): MessageArguments {
  const found = new Map<string, ArgumentKind>();
  collect(parse(message), found);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function collect(elements: readonly MessageFormatElement[], found: Map<string, ArgumentKind>): void {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.argument:
        note(found, element.value, 'text');
        break;
      case TYPE.number:
        note(found, element.value, 'number');
        break;
      case TYPE.plural:
      case TYPE.select:
        note(found, element.value, element.type === TYPE.plural ? 'number' : 'choice');
        for (const option of Object.values(element.options)) collect(option.value, found);
        break;
      case TYPE.literal:
      case TYPE.pound:
        break;
      default:
        throw new SyntaxError(`a message holds values, plurals and choices only, not this: ${element.type}`);
    }
  }
}

const STRENGTH: readonly ArgumentKind[] = ['text', 'choice', 'number'];

function note(found: Map<string, ArgumentKind>, name: string, kind: ArgumentKind): void {
  const known = found.get(name);
  if (known === undefined || STRENGTH.indexOf(kind) > STRENGTH.indexOf(known)) found.set(name, kind);
}
