import type { RelatedWebsite } from '@placard/contract/reviews';
import type { ReviewKind } from '@placard/domain/review';

/** What is approved or rejected, as it was seen. */
export type Judged = {
  readonly kind: ReviewKind;
  readonly id: number;
  readonly version: number;
  readonly name: string;
  /** Of a website: other publishers' websites above or below it. */
  readonly related?: readonly RelatedWebsite[];
  /** What is fetched again afterwards. */
  readonly refresh: readonly string[];
};
