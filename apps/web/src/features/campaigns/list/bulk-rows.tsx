import type { BulkRow } from '@placard/contract/campaign-bulk';
import { useTexts } from '../../../i18n/texts.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { useCurrency } from '../../../ui/money.tsx';
import { Sideways } from '../../../ui/table/sideways.tsx';
import { campaignsTexts } from '../texts.ts';
import { bulkTexts, ruleWords } from './bulk-texts.ts';

/** So many are shown; what fails comes first. */
const SHOWN = 100;
const MONEY = ['totalBudget', 'dailyBudget'];
const FIELDS = [
  'name',
  'category',
  'description',
  'totalBudget',
  'dailyBudget',
  'startDate',
  'endDate',
] as const;

/** Rows that fail, then those that change; what stays is counted only. */
export function BulkRows({ rows }: { rows: readonly BulkRow[] }) {
  const t = useTexts(bulkTexts);
  const told = [
    ...rows.filter(({ outcome }) => outcome === 'failed'),
    ...rows.filter(({ outcome }) => outcome === 'changed'),
  ];
  if (told.length === 0) return null;
  return (
    <>
      <Sideways label={t('rows')}>
        <table className="plain-table">
          <caption className="visually-hidden">{t('rows')}</caption>
          <thead>
            <tr>
              <th scope="col" className="end">
                {t('line')}
              </th>
              <th scope="col">{t('campaign')}</th>
              <th scope="col">{t('what')}</th>
            </tr>
          </thead>
          <tbody>
            {told.slice(0, SHOWN).map((row) => (
              <tr key={row.line}>
                <td className="end">{row.line}</td>
                <th scope="row" className="breaks">
                  {row.name === '' ? t('unknown') : row.name}
                </th>
                <td className="breaks">
                  <What row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
      {told.length > SHOWN && <p className="muted">{t('more', { count: told.length - SHOWN })}</p>}
    </>
  );
}

function What({ row: { issues, changes } }: { row: BulkRow }) {
  const t = useTexts(bulkTexts);
  const words = useTexts(campaignsTexts);
  const currency = useCurrency();
  const name = (field: string) => {
    if (field === 'id') return t('number');
    if (field === 'version') return t('version');
    const known = FIELDS.find((each) => each === field);
    return known === undefined ? field : words(`field.${known}`);
  };
  const written = (field: string, value: string) => {
    if (value === '') return t('nothing');
    return MONEY.includes(field) ? formatMoney(Number(value), currency) : value;
  };
  return (
    <ul className="plain-list stack gap-4 text-13">
      {issues.map(({ field, code, message }) => (
        <li key={`${field} ${code}`} className="bad">
          {field === ''
            ? ruleWords(code, message, currency)
            : t('issue', { field: name(field), words: ruleWords(code, message, currency) })}
        </li>
      ))}
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {t('change', { field: name(field), before: written(field, before), after: written(field, after) })}
        </li>
      ))}
    </ul>
  );
}
