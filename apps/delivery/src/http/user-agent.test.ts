import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { describe, expect, test } from 'vitest';
import { browserOf, classifyUserAgent } from './user-agent.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

const BROWSERS: readonly (readonly [keyof typeof DEVICE_CODES, string])[] = [
  ['desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  [
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
  ],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['desktop', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  ['desktop', `Mozilla/5.0 (Linux; Android 12; SmartTV) ${CHROME} Safari/537.36`],
  [
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  ],
  ['mobile', `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`],
  ['mobile', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'],
  ['tablet', `Mozilla/5.0 (Linux; Android 14; SM-X910) ${CHROME} Safari/537.36`],
];

const BOTS = [
  '',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36`,
  'curl/8.5.0',
  'python-requests/2.32.0',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
];

describe('a browser', () => {
  test.each(BROWSERS)('is a %s: %s', (device, agent) => {
    expect(classifyUserAgent(agent)).toEqual({ device: DEVICE_CODES[device], bot: false });
    expect(browserOf(agent)).toEqual(browserOf(agent));
  });

  test.each(BOTS)('is a bot: %s', (agent) => {
    expect(classifyUserAgent(agent).bot).toBe(true);
  });

  test('is judged by the first thousand characters of its name', () => {
    const named = (length: number) => `${BROWSERS[0]?.[1]} `.padEnd(length - 6, 'x').concat(' Slurp');
    expect(classifyUserAgent(named(1_000)).bot).toBe(true);
    expect(classifyUserAgent(named(1_001))).toEqual({ device: DEVICE_CODES.desktop, bot: false });
  });

  test('of an endless name is judged by its beginning', () => {
    const endless = `${BROWSERS[0]?.[1]} ${'x'.repeat(100_000)} Googlebot`;
    expect(classifyUserAgent(endless)).toEqual({ device: DEVICE_CODES.desktop, bot: false });
  });
});
