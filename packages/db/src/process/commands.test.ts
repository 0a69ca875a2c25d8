import { expect, it } from 'vitest';
import { installedAs } from '../config.ts';
import { commandLine, type InstalledAs, startLine, startWith } from './commands.ts';

it.each<[InstalledAs, string[]]>([
  [
    null,
    [
      'npm run migrate',
      'npm run backup -- FOLDER',
      'npm run placard -- sql < FILE',
      'npm start -- --demo',
      'npm start',
    ],
  ],
  [
    'service',
    [
      'placard migrate',
      'placard backup FOLDER',
      'placard sql < FILE',
      'placard start --demo',
      'systemctl start placard',
    ],
  ],
  [
    'container',
    [
      'placard migrate',
      'placard backup FOLDER',
      'placard sql < FILE',
      'placard start --demo',
      'start the container',
    ],
  ],
])('says how commands are called where it came as %s', (as, lines) => {
  const said = [
    commandLine('migrate', '', as),
    commandLine('backup', 'FOLDER', as),
    commandLine('placard', 'sql < FILE', as),
    commandLine('start', '--demo', as),
    startLine(as),
  ];
  expect(said).toEqual(lines);
});

it('says where other settings go', () => {
  expect(startWith('PORT=8090', null)).toBe('PORT=8090 npm start');
  expect(startWith('PORT=8090', 'service')).toBe(
    'PORT=8090 in /etc/placard/placard.env, then systemctl restart placard',
  );
  expect(startWith('PORT=8090', 'container')).toBe("PORT=8090 in the container's environment");
});

it('knows from its environment what it came as', () => {
  const found = [{}, { PLACARD_INSTALLED: 'service' }, { PLACARD_INSTALLED: 'container' }].map(installedAs);
  expect(found).toEqual([null, 'service', 'container']);
  expect(installedAs({ PLACARD_INSTALLED: 'somehow' })).toBe(null);
});
