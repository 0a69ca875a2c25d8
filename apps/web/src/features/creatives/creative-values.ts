import type { Creative } from '@placard/contract/creatives';
import { issueWith } from '@placard/contract/issue-messages';
import { type AdSize, parseAdSize } from '@placard/domain/ad-size';
import {
  AD_CODE_MAX_LENGTH,
  ALT_TEXT_LENGTH_LIMIT,
  CREATIVE_TYPES,
  type CreativeType,
  creativeNameIssues,
  isClickUrl,
  isCodeType,
} from '@placard/domain/creative/rules';
import { DESCRIPTION_LENGTH_LIMIT } from '@placard/domain/cut-text';
import { typedAddress } from '@placard/domain/one-line';
import { type Amount, isUnread } from '../../kits/form/amount.ts';
import { completeSize, sideFaults } from '../../kits/form/size-value.ts';
import type { Size } from './size-text.ts';
import { presetOf, sizeKey } from './size-text.ts';

export type UploadedImage = {
  readonly imageKey: string;
  readonly imageUrl: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
};

export type CreativeValues = {
  name: string;
  description: string;
  type: CreativeType | '';
  /** A preset's "300x250", `custom`, or '' while none is chosen. */
  size: string;
  width: Amount;
  height: Amount;
  image: UploadedImage | null;
  altText: string;
  clickUrl: string;
  adCode: string;
  adSetIds: number[];
};

export const CUSTOM_SIZE = 'custom';

export const NEW_CREATIVE: CreativeValues = {
  name: '',
  description: '',
  type: '',
  size: '',
  width: '',
  height: '',
  image: null,
  altText: '',
  clickUrl: '',
  adCode: '',
  adSetIds: [],
};

export function creativeValuesOf(creative: Creative): CreativeValues {
  const preset = presetOf(creative.size) !== null;
  return {
    name: creative.name,
    description: creative.description,
    type: creative.type,
    size: preset ? sizeKey(creative.size) : CUSTOM_SIZE,
    width: preset ? '' : creative.size.width,
    height: preset ? '' : creative.size.height,
    image:
      creative.imageKey === null || creative.imageUrl === null
        ? null
        : { imageKey: creative.imageKey, imageUrl: creative.imageUrl, ...creative.size, sizeBytes: 0 },
    altText: creative.altText,
    clickUrl: creative.clickUrl ?? '',
    adCode: creative.adCode ?? '',
    adSetIds: creative.adSets.map((adSet) => adSet.id),
  };
}

const pixelsOf = (size: AdSize | null): Size | null =>
  size === null ? null : { width: size.widthPx, height: size.heightPx };

/** @returns `null` while no size is chosen or a custom one is not one. */
export function chosenSize(values: Pick<CreativeValues, 'size' | 'width' | 'height'>): Size | null {
  if (values.size === CUSTOM_SIZE) {
    return pixelsOf(completeSize(values));
  }
  return pixelsOf(parseAdSize(values.size));
}

/** The uploaded image, where it has the chosen size: another size chosen later makes it unusable. */
export function fittingImage(values: CreativeValues): UploadedImage | null {
  const size = chosenSize(values);
  const { image } = values;
  return image !== null && size !== null && image.width === size.width && image.height === size.height
    ? image
    : null;
}

export const CREATIVE_STEPS = ['basic', 'content', 'assignment', 'review'] as const;
export type CreativeStep = (typeof CREATIVE_STEPS)[number];

/** Codes of the contract's issue messages, by field. */
export type Faults = Record<string, string>;

function longerThan(most: number, field: string, text: string): Faults {
  return text.length > most ? { [field]: issueWith('text_longer_than', String(most)) } : {};
}

export function basicInfoFaults({ name, description }: CreativeValues): Faults {
  const [issue] = creativeNameIssues(name);
  return {
    ...(issue === undefined ? {} : { name: issue.code }),
    ...longerThan(DESCRIPTION_LENGTH_LIMIT, 'description', description.trim()),
  };
}

export function kindFaults(values: CreativeValues): Faults {
  return {
    ...(values.type === '' ? { type: 'creative_type_required' } : {}),
    ...(values.size === CUSTOM_SIZE ? sideFaults(values) : {}),
    ...(values.size !== CUSTOM_SIZE && chosenSize(values) === null ? { size: 'creative_size_required' } : {}),
  };
}

export function contentFaults(values: CreativeValues): Faults {
  if (isCodeType(values.type)) {
    if (values.adCode.trim() === '') return { adCode: 'ad_code_required' };
    return longerThan(AD_CODE_MAX_LENGTH, 'adCode', values.adCode);
  }
  return {
    ...(fittingImage(values) === null ? { image: 'image_required' } : {}),
    ...longerThan(ALT_TEXT_LENGTH_LIMIT, 'altText', values.altText.trim()),
    ...(isClickUrl(typedAddress(values.clickUrl)) ? {} : { clickUrl: 'click_url_invalid' }),
  };
}

export function assignmentFaults({ adSetIds }: CreativeValues): Faults {
  return adSetIds.length === 0 ? { adSetIds: 'ad_set_required' } : {};
}

/** What is wrong on one step; the review has all of them. */
export function stepFaults(step: CreativeStep, values: CreativeValues): Faults {
  switch (step) {
    case 'basic':
      return { ...basicInfoFaults(values), ...kindFaults(values) };
    case 'content':
      return contentFaults(values);
    case 'assignment':
      return assignmentFaults(values);
    case 'review':
      return { ...stepFaults('basic', values), ...contentFaults(values), ...assignmentFaults(values) };
  }
}

/** The first step that is not complete; `review` when all are. A step can't be reached over an incomplete one. */
export function reachableStep(values: CreativeValues): CreativeStep {
  return CREATIVE_STEPS.find((step) => Object.keys(stepFaults(step, values)).length > 0) ?? 'review';
}

/** The step to show: the asked one, or an earlier one that must be completed first. */
export function creativeStep(asked: string | undefined, values: CreativeValues): CreativeStep {
  const wanted = CREATIVE_STEPS.find((step) => step === asked) ?? 'basic';
  const reachable = reachableStep(values);
  return CREATIVE_STEPS.indexOf(wanted) <= CREATIVE_STEPS.indexOf(reachable) ? wanted : reachable;
}

export function basicInfoInput({ name, description }: CreativeValues) {
  return { name: name.trim(), description: description.trim() };
}

/** The operation's content; `null` where something is missing. */
export function contentInput(values: CreativeValues) {
  const size = chosenSize(values);
  if (size === null || Object.keys(contentFaults(values)).length > 0) return null;
  const { type } = values;
  switch (type) {
    case '':
      return null;
    case 'third_party':
      return { type, size, adCode: values.adCode };
    case 'image': {
      const image = fittingImage(values);
      if (image === null) return null;
      const { imageKey } = image;
      return {
        type,
        size,
        imageKey,
        altText: values.altText.trim(),
        clickUrl: typedAddress(values.clickUrl),
      };
    }
  }
}

const SERVER_FIELDS: Readonly<Record<string, string>> = { imageKey: 'image', file: 'image' };

/** The form's field for a path of the server's answer: `content.imageKey`, `basicInfo.name`, `adSetIds.0`. */
export function fieldOfPath(path: string): string {
  const field = path.replace(/^(basicInfo|content)\./, '').split('.')[0] ?? path;
  return SERVER_FIELDS[field] ?? field;
}

/** What was kept in the browser, whatever it holds. */
export function creativeValuesFrom(kept: unknown): CreativeValues {
  if (typeof kept !== 'object' || kept === null) return NEW_CREATIVE;
  const values: Record<string, unknown> = { ...kept };
  const text = (name: keyof CreativeValues) => (typeof values[name] === 'string' ? values[name] : '');
  const side = (name: 'width' | 'height'): Amount => {
    const value = values[name];
    return typeof value === 'number' || isUnread(value) ? value : '';
  };
  return {
    name: text('name'),
    description: text('description'),
    type: CREATIVE_TYPES.find((type) => type === values.type) ?? '',
    size: text('size'),
    width: side('width'),
    height: side('height'),
    image: imageFrom(values.image),
    altText: text('altText'),
    clickUrl: text('clickUrl'),
    adCode: text('adCode'),
    adSetIds: Array.isArray(values.adSetIds)
      ? values.adSetIds.filter((id): id is number => Number.isInteger(id))
      : [],
  };
}

function imageFrom(kept: unknown): UploadedImage | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { imageKey, imageUrl, width, height, sizeBytes }: Partial<Record<keyof UploadedImage, unknown>> =
    kept;
  if (typeof imageKey !== 'string' || typeof imageUrl !== 'string') return null;
  if (typeof width !== 'number' || typeof height !== 'number') return null;
  return { imageKey, imageUrl, width, height, sizeBytes: typeof sizeBytes === 'number' ? sizeBytes : 0 };
}
