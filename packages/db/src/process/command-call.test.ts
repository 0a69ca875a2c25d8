import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CallFault, nearestName, readCall, unknownName } from './command-call.ts';

const SHAPE = {
  help: 'what it can do',
  options: {
    seed: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    at: { type: 'string', multiple: true },
  },
  words: 2,
} as const;
const read = (...args: string[]) => readCall(SHAPE, args);

it('tells options and words apart, wherever they stand', () => {
  expect(read('one', '--seed', 'x', 'two', '--fresh')).toEqual({
    values: { seed: 'x', fresh: true },
    words: ['one', 'two'],
    help: false,
  });
  expect(read('--seed=-3').values.seed).toBe('-3');
  expect(read('--', '--seed').words).toEqual(['--seed']);
  expect(read().values).toEqual({ fresh: false });
  expect(read('--at', '1', '--at', '2').values.at).toEqual(['1', '2']);
  expect(read('--fresh', '--fresh').values.fresh).toBe(true);
});

it.each([['--help'], ['-h'], ['--nonsense', '--help'], ['one', 'two', 'three', '-h']])(
  'helps who asks for it: %j %j',
  (...args) => {
    expect(read(...args).help).toBe(true);
  },
);

it.each([
  [['--sed', '1'], 'There is no option --sed. Is --seed meant?'],
  [['--nonsense'], 'There is no option --nonsense.'],
  [['--toString'], 'There is no option --toString.'],
  [['-x'], 'There is no option -x.'],
  [['--seed'], '--seed needs a value.'],
  [['--seed='], '--seed needs a value.'],
  [['--seed', '--fresh'], '--seed needs a value.'],
  [['--seed', '1', '--seed', '2'], '--seed is given twice.'],
  [['--fresh=yes'], '--fresh takes no value.'],
  [['--help=me'], '--help takes no value.'],
  [['one', 'two', 'three'], 'It has no use for “three”.'],
])('refuses %j: %s', (args, sentence) => {
  expect(() => read(...args)).toThrow(new CallFault(sentence));
});

it('takes no word where none is said to have a place', () => {
  expect(() => readCall({ help: '' }, ['now'])).toThrow('It has no use for “now”.');
});

it('never throws anything but a fault of the call, whatever is typed', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('--seed', '--fresh', '--', '-', '--help', '--seed=', '-h=1', '--=x'),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (args) => {
      try {
        read(...args);
      } catch (cause) {
        expect(cause).toBeInstanceOf(CallFault);
      }
    }),
  );
});

it.each([
  ['repots', 'reports'],
  ['reports', 'reports'],
  ['taga', 'tag'],
  ['tga', null],
  ['wbe', null],
  ['settlment', 'settlement'],
  ['x'.repeat(200), null],
  ['', null],
])('finds for %s %s', (name, meant) => {
  expect(nearestName(name, ['decision', 'reports', 'settlement', 'tag', 'ab'])).toBe(meant);
});

it('names what is meant only where something is', () => {
  expect(unknownName('There is no bench called x', 'x', ['tag'])).toBe('There is no bench called x.');
  expect(unknownName('There is no bench called tagg', 'tagg', ['tag'])).toBe(
    'There is no bench called tagg. Is tag meant?',
  );
});
