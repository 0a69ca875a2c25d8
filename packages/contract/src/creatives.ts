import {
  AD_CODE_MAX_LENGTH,
  ALT_TEXT_LENGTH_LIMIT,
  CREATIVE_TYPES,
  type CreativeType,
  creativeNameIssues,
  isClickUrl,
  MAX_AD_SETS_OF_A_CREATIVE,
} from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { typedAddress } from '@placard/domain/one-line';
import { z } from 'zod';
import { appealState } from './appeals.ts';
import { advertiserCreation, advertiserOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import {
  absent,
  adSize,
  data,
  description,
  id,
  instant,
  issue,
  listOf,
  listQuery,
  oneLine,
  version,
} from './scalars.ts';

export const CREATIVE_USER_ACTIONS = ['activate', 'pause', 'edit', 'archive', 'duplicate'] as const;

const creativeName = oneLine(1_000, 'creative_name_too_short').superRefine((value, context) => {
  for (const found of creativeNameIssues(value)) {
    context.addIssue({ code: 'custom', message: found.code });
  }
});

export const creativeBasicInfo = z.object({ name: creativeName, description: description.default('') });

const size = z.object(adSize.shape, absent('creative_size_required'));

export const imageContent = z.object({
  type: z.literal('image'),
  size,
  imageKey: z.string(absent('image_required')).min(1, issue('image_required')).max(200),
  altText: oneLine(ALT_TEXT_LENGTH_LIMIT).default(''),
  clickUrl: z
    .string(absent('click_url_invalid'))
    .overwrite(typedAddress)
    .refine(isClickUrl, issue('click_url_invalid')),
});

export const thirdPartyContent = z.object({
  type: z.literal('third_party'),
  size,
  adCode: z
    .string(absent('ad_code_required'))
    .max(AD_CODE_MAX_LENGTH)
    .refine((value) => value.trim() !== '', issue('ad_code_required')),
});

const contents = { image: imageContent, third_party: thirdPartyContent } satisfies {
  [Type in CreativeType]: z.ZodObject<{ type: z.ZodLiteral<Type> }>;
};

const namesType = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'type' in input && (input.type ?? '') !== '';

export const creativeContent = z.discriminatedUnion('type', [contents.image, contents.third_party], {
  error: ({ input }) => issue(namesType(input) ? 'creative_type_invalid' : 'creative_type_required'),
});

export const adSetIds = z
  .array(id, absent('ad_set_required'))
  .min(1, issue('ad_set_required'))
  .max(MAX_AD_SETS_OF_A_CREATIVE);

const assignedAdSet = z.object({ id, name: z.string(), campaignId: id, campaignName: z.string() });

export const creativeRow = z.object({
  id,
  name: z.string(),
  description: z.string(),
  type: z.enum(CREATIVE_TYPES),
  size: adSize,
  adSets: z.array(assignedAdSet),
  status: z.enum(CREATIVE_STATUSES),
  rejection: z.object({ code: z.string(), text: z.string() }).nullable(),
  /** Address of the image on the delivery server; null for third-party code. */
  imageUrl: z.string().nullable(),
  createdAt: instant,
  actions: z.array(z.enum(CREATIVE_USER_ACTIONS)),
  version,
});
export type CreativeRow = z.infer<typeof creativeRow>;

export const creative = z.object({
  ...creativeRow.shape,
  imageKey: z.string().nullable(),
  altText: z.string(),
  clickUrl: z.string().nullable(),
  adCode: z.string().nullable(),
  /** Sandboxed document of the code on the delivery server, for previews; null for images. */
  frameUrl: z.string().nullable(),
  appeal: appealState,
  /** For use in another ad server, one pair an assigned ad set. Code has no click URL to lead to: null there. */
  trackingUrls: z.array(
    z.object({
      adSetId: id,
      adSetName: z.string(),
      impressionUrl: z.string(),
      clickUrl: z.string().nullable(),
    }),
  ),
});
export type Creative = z.infer<typeof creative>;

export const uploadedImage = z.object({
  imageKey: z.string(),
  imageUrl: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  sizeBytes: z.number().int(),
});

export const CREATIVE_SORTS = ['name', 'type', 'size', 'status', 'createdAt'] as const;

const tags = ['Creatives'];

export const creativesContract = {
  list: advertiserOperation
    .route(get('/advertiser/creatives', tags, 'Creatives, filtered and sorted'))
    .input(
      z.object({
        ...listQuery(CREATIVE_SORTS),
        status: z.enum(CREATIVE_STATUSES).optional(),
        type: z.enum(CREATIVE_TYPES, issue('creative_type_invalid')).optional(),
        adSetId: id.optional(),
      }),
    )
    .output(
      listOf(creativeRow, {
        stats: z.object({
          total: z.number().int(),
          active: z.number().int(),
          image: z.number().int(),
          thirdParty: z.number().int(),
        }),
      }),
    ),
  get: advertiserOperation
    .route(get('/advertiser/creatives/{id}', tags, 'One creative'))
    .input(z.object({ id }))
    .output(data(creative)),
  create: advertiserCreation
    .route(post('/advertiser/creatives', tags, 'Create a creative and assign it'))
    .input(
      z.object({
        basicInfo: creativeBasicInfo,
        content: creativeContent,
        adSetIds,
        requestKey: z.string().min(8).max(100),
      }),
    )
    .output(data(creative)),
  updateBasicInfo: advertiserOperation
    .route(put('/advertiser/creatives/{id}/basic-info', tags, 'Change name and description'))
    .input(creativeBasicInfo.extend({ id, version }))
    .output(data(creative)),
  updateContent: advertiserOperation
    .route(put('/advertiser/creatives/{id}/content', tags, 'Change the content; it is reviewed again'))
    .input(z.object({ id, version, content: creativeContent }))
    .output(data(creative)),
  updateAssignment: advertiserOperation
    .route(put('/advertiser/creatives/{id}/ad-sets', tags, 'Set the ad sets it serves'))
    .input(z.object({ id, version, adSetIds }))
    .output(data(creative)),
  act: advertiserOperation
    .route(post('/advertiser/creatives/{id}/actions', tags, 'Activate, pause or archive'))
    .input(z.object({ id, action: z.enum(['activate', 'pause', 'archive']) }))
    .output(data(creative)),
  duplicate: advertiserCreation
    .route(post('/advertiser/creatives/{id}/duplicate', tags, 'Copy without assignments, pending'))
    .input(z.object({ id }))
    .output(data(creative)),
  assign: advertiserOperation
    .route(post('/advertiser/creatives/{id}/ad-sets/{adSetId}', tags, 'Assign to one ad set'))
    .input(z.object({ id, adSetId: id }))
    .output(data(creative)),
  removeFromAdSet: advertiserOperation
    .route(remove('/advertiser/creatives/{id}/ad-sets/{adSetId}', tags, 'Remove from one ad set'))
    .input(z.object({ id, adSetId: id }))
    .output(data(creative)),
  uploadImage: advertiserOperation
    .route(post('/advertiser/images', tags, 'Upload an image; width and height must match exactly'))
    .input(
      z.object({
        file: z.file(),
        width: z.number().int().min(20).max(2_000),
        height: z.number().int().min(20).max(2_000),
      }),
    )
    .output(data(uploadedImage)),
};
