import type { ReviewItem } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { AccountLink, RecordLink } from '../records/record-link.tsx';
import { StatusChip } from '../status/status-chip.tsx';
import { DomainName } from '../website/domain-name.tsx';
import { verdictTexts } from './texts.ts';

/** Whose websites lie above or below the one to be judged: each would be served on the other's pages. */
export function RelatedWebsites({ related }: { related: ReviewItem['related'] }) {
  const t = useTexts(verdictTexts);
  if (related.length === 0) return null;
  return (
    <section className="line-above pad-row warn-ground" aria-label={t('related.title')}>
      <h3 className="text-14 below-4">{t('related.title')}</h3>
      <ul className="plain-list breaks underlined">
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
