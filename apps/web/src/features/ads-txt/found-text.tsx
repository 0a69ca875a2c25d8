import type { AdsTxtCheck } from '@placard/contract/ads-txt';
import { useTexts } from '../../i18n/texts.ts';
import classes from './ads-txt.module.css';
import { outcomeText } from './ads-txt-words.ts';
import { adsTxtTexts } from './texts.ts';

/** What a check found: the outcome, and what in the file is nearly right. */
export function FoundText({ check }: { check: Pick<AdsTxtCheck, 'found'> }) {
  const t = useTexts(adsTxtTexts);
  const { found } = check;
  if (found === null) return <span className="faint text-12-5">{t('history.noDetail')}</span>;
  const missing = found.outcome === 'line_missing';
  return (
    <div className={`grid gap-2 text-13 breaks ${classes.found}`}>
      <span>{outcomeText(t, found)}</span>
      {found.nearMisses.map(({ line, why, text }) => (
        <span key={line}>
          {t(`near.${why}`, { line })} <code>{text}</code>
        </span>
      ))}
      {found.bySubdomain && <span className="faint text-12-5">{t('bySubdomain')}</span>}
      {missing && found.invalidLines.length > 0 && (
        <span className="faint text-12-5">{t('invalid', { count: found.invalidLines.length })}</span>
      )}
    </div>
  );
}
