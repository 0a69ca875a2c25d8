import type { Finding } from '@placard/contract/review-findings';
import type { ReviewItem } from '@placard/contract/reviews';
import { isClickFault } from '@placard/domain/review-findings';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { findingTexts } from './finding-texts.ts';

/** What a machine found before anybody looked; that it looked and found nothing is said in a line. Of creatives only. */
export function Findings({ item }: { item: ReviewItem }) {
  const t = useTexts(findingTexts);
  const { findings, checkedAt } = item;
  if (findings.length === 0) {
    return (
      <p className="row gap-6 text-13 muted pad-row line-below">
        {checkedAt !== null && <CircleCheck size={14} aria-hidden className="good" />}
        {t(checkedAt === null ? 'checking' : 'nothing')}
      </p>
    );
  }
  return (
    <div className="pad-row line-below warn-ground underlined">
      <ul className="plain-list stack gap-6">
        {findings.map((finding) => (
          <li key={finding.code} className="flex top-flex gap-8 text-14">
            <TriangleAlert size={15} aria-hidden className="rigid warn above-4" />
            <span className="breaks">
              <Words finding={finding} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Words({ finding }: { finding: Finding }) {
  const t = useTexts(findingTexts);
  switch (finding.code) {
    case 'click_dead': {
      const { url, because } = finding.detail;
      // A fault of the network has words; a status is said as it is.
      const why = isClickFault(because) ? t(`fault.${because}`) : t('status', { code: because });
      return t('click_dead', { url, because: why });
    }
    case 'click_elsewhere':
      return t('click_elsewhere', finding.detail);
    case 'click_new_domain':
      return t('click_new_domain', finding.detail);
    case 'code_hosts':
      return t('code_hosts', finding.detail);
    case 'code_insecure':
      return t('code_insecure', { hosts: finding.detail.hosts });
    case 'image_small':
      return t('image_small', finding.detail);
    case 'duplicate_code':
    case 'duplicate_image':
      return (
        <>
          {t(finding.code)}{' '}
          <RecordLink kind="creative" id={finding.detail.id}>
            {finding.detail.name}
          </RecordLink>
        </>
      );
  }
}
