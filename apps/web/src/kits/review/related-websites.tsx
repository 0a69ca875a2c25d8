import type { ReviewItem } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { AccountLink, RecordLink } from '../records/record-link.tsx';
import { StatusChip } from '../status/status-chip.tsx';
import { DomainName } from '../website/domain-name.tsx';
import { verdictTexts } from './texts.ts';
import classes from './verdict.module.css';

/** Whose websites lie above or below the one to be judged: each would be served on the other's pages. */
export function RelatedWebsites({ related }: { related: ReviewItem['related'] }) {
  const t = useTexts(verdictTexts);
  if (related.length === 0) return null;
  return (
    <section className={classes.related} aria-label={t('related.title')}>
      <h3>{t('related.title')}</h3>
      <ul>
        {related.map(({ id, domain, relation, status, publisher }) => (
          <li key={id}>
            {t(`related.${relation}`)}{' '}
            <strong>
              <RecordLink kind="website" id={id}>
                <DomainName domain={domain} />
              </RecordLink>
            </strong>{' '}
            {t('related.of')} <AccountLink account={publisher} />{' '}
            <span className="muted">{publisher.email}</span> <StatusChip status={status} />
          </li>
        ))}
      </ul>
      <p className="text-13 muted no-margin">{t('related.hint')}</p>
    </section>
  );
}
