import type { CheckResult } from '@placard/contract/reconciliation';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import { Count } from '../../ui/count.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Sideways } from '../../ui/table/sideways.tsx';
import { placeOf } from './difference-place.ts';
import { reconciliationTexts } from './texts.ts';

/** Each check with both sides; below a red one its lines that differ, with the way to them. */
export function CheckTable({ checks, currency }: { checks: readonly CheckResult[]; currency: string }) {
  const t = useTexts(reconciliationTexts);
  return (
    <Panel flush title={t('checks')}>
      <Sideways label={t('checks')}>
        <table className="plain-table">
          <caption className="visually-hidden">{t('checks')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('check')}</th>
              <th scope="col">{t('result')}</th>
              <th scope="col" className="end wide-only">
                {t('lines')}
              </th>
              <th scope="col" className="end wide-only">
                {t('left')}
              </th>
              <th scope="col" className="end wide-only">
                {t('right')}
              </th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <CheckRows key={check.check} check={check} currency={currency} />
            ))}
          </tbody>
        </table>
      </Sideways>
    </Panel>
  );
}

function CheckRows({ check, currency }: { check: CheckResult; currency: string }) {
  const t = useTexts(reconciliationTexts);
  return (
    <>
      <tr>
        <th scope="row">{t(`name.${check.check}`)}</th>
        <td>
          <span className={`badge nowrap ${check.isGreen ? 'on-good' : 'on-bad'}`}>
            {check.isGreen ? t('agrees') : t('differs', { count: check.differing })}
          </span>
        </td>
        <td className="end wide-only">
          <Count value={check.compared} />
        </td>
        <td className="end wide-only">
          <Money value={check.left} currency={currency} />
        </td>
        <td className="end wide-only">
          <Money value={check.right} currency={currency} />
        </td>
      </tr>
      {!check.isGreen && (
        <tr>
          <td colSpan={5}>
            <Differences check={check} currency={currency} />
          </td>
        </tr>
      )}
    </>
  );
}

function Differences({ check, currency }: { check: CheckResult; currency: string }) {
  const t = useTexts(reconciliationTexts);
  const { differences, differing } = check;
  const rest = differing - differences.length;
  return (
    <div className="grid gap-8 text-13 pad-10-12 rounded sunken">
      <ul className="plain-list grid gap-8">
        {differences.map((each) => {
          const place = placeOf(each);
          const { id, label, left, right } = each;
          return (
            <li key={`${id} ${label} ${left} ${right}`} className="row wrap gap-8-16 breaks">
              <strong className="semibold">{label === '' ? t('difference') : label}</strong>
              <span>
                {t('left')} <Money value={left} currency={currency} />
              </span>
              <span>
                {t('right')} <Money value={right} currency={currency} />
              </span>
              {place !== null && (
                <Link to={place.to} {...(place.search === undefined ? {} : { search: place.search })}>
                  {t('open')}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {rest > 0 && <p className="muted">{t('moreDifferences', { count: rest })}</p>}
    </div>
  );
}
