import { expect, it } from 'vitest';
import { readWorkedExample } from './worked-example.ts';

const guide = (lines: string) => `# Guide\n\n**An example.** Two machines.\n\n\`\`\`sh\n${lines}\n\`\`\`\n`;

it('reads settings of all, and each command with its machine and its settings', () => {
  const lines = [
    '# all of them: a file',
    'ONE=1      # a word',
    'TWO=http://a/…',
    '',
    '# 10.0.0.2, once',
    'npm run migrate',
  ];
  expect(readWorkedExample(guide([...lines, '# 10.0.0.3', 'A=b C_1=d npm run delivery'].join('\n')))).toEqual(
    {
      common: { ONE: '1', TWO: 'http://a/…' },
      commands: [
        { machine: '10.0.0.2', environment: {}, script: 'migrate' },
        { machine: '10.0.0.3', environment: { A: 'b', C_1: 'd' }, script: 'delivery' },
      ],
    },
  );
});

it('refuses a line that it would pass over', () => {
  expect(() => readWorkedExample(guide('mount /srv'))).toThrow('"mount /srv", which is no setting');
  expect(() => readWorkedExample('nothing')).toThrow('no example');
});

it('finds in the guide what a network needs', () => {
  const { common, commands } = readWorkedExample();
  expect(Object.keys(common)).toEqual(expect.arrayContaining(['DATABASE_URL', 'PLACARD_SECRET_KEY']));
  expect(commands.map(({ script }) => script)).toEqual(['migrate', 'api', 'worker', 'delivery', 'delivery']);
});
