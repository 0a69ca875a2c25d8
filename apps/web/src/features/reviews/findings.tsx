import type { ReviewItem } from '@placard/contract/reviews';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { findingTexts } from './finding-texts.ts';
import classes from './reviews.module.css';

type Finding = ReviewItem['findings'][number];

/** What a machine found before anybody looked; that it looked and found nothing is said in a line. Of creatives only. */
export function Findings({ item }: { item: ReviewItem }) {
  const t = useTexts(findingTexts);
  const { findings, checkedAt } = item;
  if (findings.length === 0) {
    return (
      <p className={`row gap-6 text-13 muted ${classes.checked}`}>
        {checkedAt !== null && <CircleCheck size={14} aria-hidden className="good" />}
        {t(checkedAt === null ? 'checking' : 'nothing')}
      </p>
    );
  }
  return (
    <div className={classes.findings}>
      <ul className="plain-list stack gap-6">
        {findings.map((finding) => (
          <li key={finding.code} className="flex top-flex gap-8 text-14">
            <TriangleAlert size={15} aria-hidden className={`rigid ${classes.warn}`} />
            <span className="breaks">
              <Words finding={finding} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A fault of the network has words; a status is said as it is. */
const FAULTS = [
  'url_refused',
  'address_refused',
  'redirect_refused',
  'too_many_redirects',
  'name_not_found',
  'unreachable',
  'certificate',
  'timed_out',
  'bad_response',
] as const;

function Words({ finding: { code, detail } }: { finding: Finding }) {
  const t = useTexts(findingTexts);
  const text = (name: string) => String(detail[name] ?? '');
  const because = FAULTS.find((fault) => fault === detail.because);
  switch (code) {
    case 'click_dead':
      return t('click_dead', {
        url: text('url'),
        because: because === undefined ? t('status', { code: text('because') }) : t(`fault.${because}`),
      });
    case 'click_elsewhere':
      return t('click_elsewhere', { from: text('from'), to: text('to') });
    case 'click_new_domain':
      return t('click_new_domain', { domain: text('domain'), earlier: text('earlier') });
    case 'code_hosts':
      return t('code_hosts', { count: Number(detail.count), hosts: text('hosts') });
    case 'code_insecure':
      return t('code_insecure', { hosts: text('hosts') });
    case 'image_small':
      return t('image_small', { image: text('image'), slot: text('slot') });
    case 'duplicate_code':
    case 'duplicate_image':
      return (
        <>
          {t(code)}{' '}
          <RecordLink kind="creative" id={Number(detail.id)}>
            {text('name')}
          </RecordLink>
        </>
      );
  }
}
