import type { AdsTxtCheck, AdsTxtFound } from '@placard/contract/ads-txt';
import { adsTxtTexts } from '../../i18n/en/ads-txt.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import classes from './ads-txt.module.css';

type T = Translate<typeof adsTxtTexts.english>;

/** One sentence about what a check came upon. */
export function outcomeText(t: T, found: AdsTxtFound): string {
  switch (found.outcome) {
    case 'line_found':
      return t('outcome.line_found', { line: found.line ?? 0 });
    case 'line_missing':
      return t('outcome.line_missing', { count: found.recordCount });
    case 'http_status':
      return t('outcome.http_status', { code: String(found.httpStatus ?? '') });
    default:
      return t(`outcome.${found.outcome}`);
  }
}

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
