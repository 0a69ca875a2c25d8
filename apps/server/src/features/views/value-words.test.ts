import type { Dimension } from '@placard/domain/analytics/metrics';
import { expect, it } from 'vitest';
import { valueShown, valueWord } from './value-words.ts';

/** Value, the report's label, then in English and in German: in the table, and in the file where that has another. */
const VALUES: readonly (readonly [Dimension, string, string, en: string, de: string, inFile?: string])[] = [
  ['country', 'DE', 'Germany', 'Germany', 'Deutschland'],
  ['country', 'ZZ', 'Unknown Region', 'Unknown Region', 'Unbekannte Region'],
  ['country', '', '', 'Unknown', 'Unbekannt'],
  ['country', '1!', '1!', '1!', '1!'],
  ['language', 'fr', 'French', 'French', 'Französisch'],
  ['device', 'mobile', 'mobile', 'Mobile', 'Handy'],
  ['device', 'unknown', 'unknown', 'Unknown', 'Unbekannt'],
  ['weekday', '1', 'Monday', 'Monday', 'Montag'],
  ['weekday', '7', 'Sunday', 'Sunday', 'Sonntag'],
  ['weekday', '8', '8', '8', '8'],
  ['size', '0x0', '0x0', 'No ad shown', 'Keine Anzeige gezeigt'],
  ['size', '300x250', '300x250', '300×250', '300×250', '300x250'],
  ['campaign', '0', '', 'No ad shown', 'Keine Anzeige gezeigt'],
  ['campaign', '7', 'Lanterns', 'Lanterns', 'Lanterns'],
  ['hourOfDay', '0', '0', '00:00', '00:00', '0'],
  ['hourOfDay', '14', '14', '14:00', '14:00', '14'],
  ['date', '2026-03-01', '2026-03-01', 'Mar 1, 2026', '01.03.2026', '2026-03-01'],
  ['website', '7', 'harbour.example', 'harbour.example', 'harbour.example'],
];

for (const [dimension, value, label, en, de, inFile] of VALUES) {
  it(`${dimension} ${value} is called as its reader calls it`, () => {
    const valued = { dimension, value, label };
    expect([valueShown('en', valued), valueShown('de', valued)]).toEqual([en, de]);
    expect([valueWord('en', valued), valueWord('de', valued)]).toEqual([inFile ?? en, inFile ?? de]);
  });
}
