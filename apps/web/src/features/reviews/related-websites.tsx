import type { ReviewItem } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import classes from './reviews.module.css';
import { reviewTexts } from './texts.ts';

/** Whose websites lie above or below the one to be judged: each would be served on the other's pages. */
export function RelatedWebsites({ related }: { related: ReviewItem['related'] }) {
  const t = useTexts(reviewTexts);
  if (related.length === 0) return null;
  return (
    <section className={classes.related} aria-label={t('related.title')}>
      <h3>{t('related.title')}</h3>
      <ul>
        {related.map(({ id, domain, relation, status, publisher }) => (
          <li key={id}>
            {t(`related.${relation}`)}{' '}
            <strong>
              <DomainName domain={domain} />
            </strong>{' '}
            {t('related.of', { publisher: publisher.name })} <span className="muted">{publisher.email}</span>{' '}
            <StatusChip status={status} />
          </li>
        ))}
      </ul>
      <p className="text-13 muted no-margin">{t('related.hint')}</p>
    </section>
  );
}
