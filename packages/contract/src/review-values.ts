import { AD_CATEGORY_CODES } from '@placard/domain/campaign/ad-categories';
import { OBJECTIVES } from '@placard/domain/campaign/rules';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { NAMED_WEBSITE_CATEGORY_CODES } from '@placard/domain/website/categories';
import { z } from 'zod';
import { adSetFields } from './campaigns.ts';
import { day } from './scalars.ts';

/**
 * What a field under review holds where that is not just what its owner wrote, so that whoever shows it says it in their
 * reader's language.
 */
export const reviewSaid = z.discriminatedUnion('as', [
  z.object({ as: z.literal('objective'), objective: z.enum(OBJECTIVES) }),
  z.object({ as: z.literal('adCategory'), category: z.enum(AD_CATEGORY_CODES) }),
  z.object({ as: z.literal('amount'), amount: z.number() }),
  z.object({ as: z.literal('day'), day }),
  z.object({
    as: z.literal('adSet'),
    ...adSetFields.shape,
    name: z.string(),
    description: z.string(),
    totalBudget: z.number(),
    objective: z.enum(OBJECTIVES),
  }),
  z.object({ as: z.literal('creativeType'), type: z.enum(CREATIVE_TYPES) }),
  z.object({ as: z.literal('websiteCategories'), categories: z.array(z.enum(NAMED_WEBSITE_CATEGORY_CODES)) }),
  /** Page views a month; `most` where a range was chosen. */
  z.object({ as: z.literal('traffic'), least: z.number().int(), most: z.number().int().nullable() }),
]);
export type ReviewSaid = z.infer<typeof reviewSaid>;
