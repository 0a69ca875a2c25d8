import type { AdsTxtCheck } from '@placard/contract/ads-txt';
import { useTexts } from '../../i18n/texts.ts';
import classes from './ads-txt.module.css';
import { outcomeText } from './ads-txt-words.ts';
import { adsTxtTexts } from './texts.ts';

/** What a check found: the outcome, and what in the file is nearly right. */
export function FoundText({ check }: { check: Pick<AdsTxtCheck, 'found'> }) {
  const t = useTexts(adsTxtTexts);
  const { found } = check;
  if (found === null) return <span className={classes.quiet}>{t('history.noDetail')}</span>;
  const missing = found.outcome === 'line_missing';
  return (
    <div className={classes.found}>
      <span>{outcomeText(t, found)}</span>
      {found.nearMisses.map(({ line, why, text }) => (
        <span key={line}>
          {t(`near.${why}`, { line })} <code>{text}</code>
        </span>
      ))}
      {found.bySubdomain && <span className={classes.quiet}>{t('bySubdomain')}</span>}
      {missing && found.invalidLines.length > 0 && (
        <span className={classes.quiet}>{t('invalid', { count: found.invalidLines.length })}</span>
      )}
    </div>
  );
}
