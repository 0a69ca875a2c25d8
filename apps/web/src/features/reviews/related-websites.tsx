import type { ReviewItem } from '@placard/contract/operator';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { DomainName } from '../../ui/domain-name.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import classes from './reviews.module.css';

/** Whose websites lie above or below the one to be judged: each would be served on the other's pages. */
export function RelatedWebsites({ related }: { related: ReviewItem['related'] }) {
  const t = useTexts(operatorTexts);
  if (related.length === 0) return null;
  return (
    <section className={classes.related} aria-label={t('review.related.title')}>
      <h3>{t('review.related.title')}</h3>
      <ul>
        {related.map(({ id, domain, relation, status, publisher }) => (
          <li key={id}>
            {t(`review.related.${relation}`)}{' '}
            <strong>
              <DomainName domain={domain} />
            </strong>{' '}
            {t('review.related.of', { publisher: publisher.name })}{' '}
            <span className={classes.relatedMail}>{publisher.email}</span> <StatusChip status={status} />
          </li>
        ))}
      </ul>
      <p>{t('review.related.hint')}</p>
    </section>
  );
}
