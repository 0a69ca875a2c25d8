import type { AdReportReason } from '@placard/domain/ad-report';
import type { BlockKind } from '@placard/domain/website/blocks';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './column-types.ts';

export type WidgetBlockTable = {
  widget_id: number;
  kind: BlockKind;
  value: string;
  created_at: Timestamp;
};

export type AdReportTable = {
  id: GeneratedAlways<number>;
  creative_id: number;
  website_id: number;
  widget_id: number;
  reason: AdReportReason;
  comment: Generated<string>;
  viewer_hash: Buffer;
  reported_at: Timestamp;
  judged_at: Date | null;
  handled_at: Date | null;
};
