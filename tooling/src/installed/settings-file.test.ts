import { expect, it } from 'vitest';
import { readSettingsFile } from './settings-file.ts';

const settingsOf = (text: string) => readSettingsFile(text).settings;

it('reads NAME=value, with blanks around it, and no comments', () => {
  expect(
    settingsOf('# a\n; b\n\n  PORT = 9000 \r\nPLACARD_URL=https://ads.example.com?a=b\n#PORT=1\n'),
  ).toEqual({
    PORT: '9000',
    PLACARD_URL: 'https://ads.example.com?a=b',
  });
});

it('keeps what a password may have, and replaces nothing', () => {
  expect(settingsOf('A=a#b;c$HOME`id`\nB="x y\\"z"\nC=\'a\\b"\'\nD=a\\ b\nE=')).toEqual({
    A: 'a#b;c$HOME`id`',
    B: 'x y"z',
    C: 'a\\b"',
    D: 'a b',
    E: '',
  });
});

it('takes the last of two lines', () => {
  expect(settingsOf('PORT=1\nPORT=2')).toEqual({ PORT: '2' });
});

it('names lines that are none, all of them and without their values', () => {
  const { settings, faults } = readSettingsFile('PORT 8080\nexport A=1\n1A=2\nSMTP_URL="geheim\nPORT=1');
  expect(settings).toEqual({ PORT: '1' });
  expect(faults).toEqual([
    'line 1 is not NAME=value',
    'line 2 is not NAME=value',
    'line 3 is not NAME=value',
    'line 4 (SMTP_URL) has a quote that does not end',
  ]);
});
