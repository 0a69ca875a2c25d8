import { csvStyleOf, restyled } from '@placard/domain/csv';
import { csvCells } from '@placard/domain/csv-table';
import { currentLocale } from '../i18n/texts.ts';

/**
 * A CSV of the API, which is one for programs, as the reader's spreadsheet opens it.
 * @param numbers its columns of numbers, as its header names them
 */
export async function sheetOf(
  file: File,
  numbers: readonly string[],
  language = currentLocale(),
): Promise<File> {
  const style = csvStyleOf(language);
  const cells = style === 'plain' ? null : csvCells(await file.text());
  return cells === null ? file : new File([restyled(cells, numbers, style)], file.name, { type: file.type });
}
