import type { Dimension } from '@placard/domain/analytics/metrics';
import { Link } from '@tanstack/react-router';
import { SquareArrowOutUpRight } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { openRecordTexts } from './open-record-texts.ts';

/** Of what is the reader's own: the page of each. */
export type OwnPages = Readonly<Partial<Record<Dimension, (id: number) => string>>>;

/** What has no record, a view that nobody filled, is numbered 0. */
const RECORD_ID = /^[1-9]\d*$/;

/** A press on the name narrows the report to it; what stands beside leads to its page. */
export function besideOwn(pages: OwnPages) {
  return (dimension: Dimension, value: string, label: string) => {
    const page = pages[dimension];
    return page === undefined || !RECORD_ID.test(value) ? null : (
      <OpenRecord to={page(Number(value))} name={label} />
    );
  };
}

function OpenRecord({ to, name }: { to: string; name: string }) {
  const words = useTexts(openRecordTexts)('open', { name });
  return (
    <Link to={to} title={words}>
      {/* 14 px are drawn and 24 can be hit. */}
      <SquareArrowOutUpRight
        className="block"
        size={24}
        viewBox="-8.5 -8.5 41 41"
        aria-label={words}
        role="img"
      />
    </Link>
  );
}
