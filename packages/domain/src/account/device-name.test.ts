import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

it('recognises common devices', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(deviceName(chrome)).toEqual({ browser: 'Chrome', system: 'Linux' });
  expect(deviceName(`${chrome} Edg/140.0`)).toEqual({ browser: 'Edge', system: 'Linux' });
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
  expect(deviceName(iphone)).toEqual({ browser: 'Safari', system: 'iOS' });
  expect(deviceName('curl/8')).toBeNull();
});
