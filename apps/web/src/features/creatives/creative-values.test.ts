import { describe, expect, it } from 'vitest';
import {
  basicInfoInput,
  type CreativeValues,
  chosenSize,
  contentInput,
  creativeStep,
  creativeValuesFrom,
  creativeValuesOf,
  fieldOfPath,
  NEW_CREATIVE,
  reachableStep,
  stepFaults,
} from './creative-values.ts';

const image = {
  imageKey: 'a.webp',
  imageUrl: 'https://ads.test/i/a.webp',
  width: 300,
  height: 250,
  sizeBytes: 900,
};
const complete: CreativeValues = {
  ...NEW_CREATIVE,
  name: ' Spring ',
  type: 'image',
  size: '300x250',
  image,
  clickUrl: 'https://example.com/',
  adSetIds: [11],
};

describe('the steps', () => {
  it('name what is missing', () => {
    expect(stepFaults('basic', NEW_CREATIVE)).toEqual({
      name: 'creative_name_too_short',
      type: 'creative_type_required',
      size: 'creative_size_required',
    });
    expect(stepFaults('content', { ...NEW_CREATIVE, type: 'image' })).toEqual({
      image: 'image_required',
      clickUrl: 'click_url_invalid',
    });
    expect(stepFaults('content', { ...NEW_CREATIVE, type: 'third_party' })).toEqual({
      adCode: 'ad_code_required',
    });
    expect(stepFaults('assignment', NEW_CREATIVE)).toEqual({ adSetIds: 'ad_set_required' });
    expect(stepFaults('review', complete)).toEqual({});
  });

  it('hold the name to 3 … 99 characters', () => {
    const fault = (name: string) => stepFaults('basic', { ...complete, name }).name;
    expect(fault('ab ')).toBe('creative_name_too_short');
    expect(fault('abc')).toBeUndefined();
    expect(fault('x'.repeat(99))).toBeUndefined();
    expect(fault('x'.repeat(100))).toBe('creative_name_too_long');
  });

  it('can’t be reached over an incomplete one', () => {
    expect(creativeStep('review', NEW_CREATIVE)).toBe('basic');
    expect(creativeStep('review', { ...complete, adSetIds: [] })).toBe('assignment');
    expect(creativeStep('content', complete)).toBe('content');
    expect(creativeStep(undefined, complete)).toBe('basic');
    expect(reachableStep(complete)).toBe('review');
  });
});

describe('the size', () => {
  it('is a preset or two sides within the limits', () => {
    expect(chosenSize({ size: '728x90', width: '', height: '' })).toEqual({ width: 728, height: 90 });
    expect(chosenSize({ size: 'custom', width: 320, height: 100 })).toEqual({ width: 320, height: 100 });
    expect(chosenSize({ size: 'custom', width: 19, height: 100 })).toBeNull();
    expect(chosenSize({ size: '', width: 300, height: 250 })).toBeNull();
  });

  it('that is custom asks for both sides, each by itself', () => {
    const custom = { ...complete, size: 'custom' };
    expect(stepFaults('basic', custom)).toEqual({ width: 'width_required', height: 'height_required' });
    expect(stepFaults('basic', { ...custom, width: 300, height: 2_001 })).toEqual({
      height: 'side_out_of_range',
    });
  });

  it('chosen anew makes an image of another size unusable', () => {
    expect(stepFaults('content', { ...complete, size: '728x90' })).toEqual({ image: 'image_required' });
  });
});

describe('the content', () => {
  it('is the operation’s, by type', () => {
    expect(contentInput(complete)).toEqual({
      type: 'image',
      size: { width: 300, height: 250 },
      imageKey: 'a.webp',
      altText: '',
      clickUrl: 'https://example.com/',
    });
    expect(contentInput({ ...complete, type: 'third_party', adCode: '<b>hi</b>' })).toEqual({
      type: 'third_party',
      size: { width: 300, height: 250 },
      adCode: '<b>hi</b>',
    });
    expect(contentInput({ ...complete, image: null })).toBeNull();
    expect(contentInput({ ...complete, clickUrl: 'https://x y.de' })).toBeNull();
    expect(contentInput({ ...complete, size: '' })).toBeNull();
    expect(contentInput({ ...complete, type: '' })).toBeNull();
  });
});

it('finds the field of a server’s issue', () => {
  expect(
    ['basicInfo.name', 'content.imageKey', 'content.size.width', 'adSetIds.0', 'file'].map(fieldOfPath),
  ).toEqual(['name', 'image', 'size', 'adSetIds', 'image']);
});

it('resumes what was kept, whatever it holds', () => {
  expect(creativeValuesFrom(JSON.parse(JSON.stringify(complete)))).toEqual(complete);
  expect(creativeValuesFrom(null)).toEqual(NEW_CREATIVE);
  expect(creativeValuesFrom({ name: 4, type: 'gif', image: { imageKey: 'x' }, adSetIds: ['1', 2] })).toEqual({
    ...NEW_CREATIVE,
    adSetIds: [2],
  });
});

describe('a creative that is there', () => {
  const row = {
    ...{
      name: 'Spring',
      description: 'For May',
      type: 'image',
      size: { width: 300, height: 250 },
      altText: 'A lamp',
    },
    ...{
      imageKey: 'a.webp',
      imageUrl: 'https://ads.test/i/a.webp',
      clickUrl: 'https://example.com/',
      adCode: null,
    },
    adSets: [{ id: 11 }, { id: 12 }],
  };
  const valuesOf = (part: object) =>
    creativeValuesOf({ ...row, ...part } as Parameters<typeof creativeValuesOf>[0]);

  it('is shown as it is, in a size of the choice or one of its own', () => {
    expect(valuesOf({})).toEqual({
      ...{ name: 'Spring', description: 'For May', type: 'image', altText: 'A lamp' },
      ...{
        size: '300x250',
        width: '',
        height: '',
        clickUrl: 'https://example.com/',
        adCode: '',
        adSetIds: [11, 12],
      },
      image: {
        imageKey: 'a.webp',
        imageUrl: 'https://ads.test/i/a.webp',
        width: 300,
        height: 250,
        sizeBytes: 0,
      },
    });
    expect(valuesOf({ size: { width: 301, height: 250 } })).toMatchObject({
      size: 'custom',
      width: 301,
      height: 250,
    });
  });

  it('of code has no image, and no address to go to', () => {
    const code = valuesOf({
      type: 'third_party',
      imageKey: null,
      imageUrl: null,
      clickUrl: null,
      adCode: '<b>hi</b>',
    });
    expect(code).toMatchObject({ image: null, clickUrl: '', adCode: '<b>hi</b>' });
    expect(valuesOf({ imageUrl: null }).image).toBeNull();
    expect(valuesOf({ imageKey: null }).image).toBeNull();
  });
});

it('sends texts without the blanks around them, and code of 100,000 letters as it is', () => {
  const spaced = { ...complete, clickUrl: ' https://example.com/ ', altText: ' A lamp ' };
  expect(contentInput(spaced)).toMatchObject({ clickUrl: 'https://example.com/', altText: 'A lamp' });
  expect(basicInfoInput({ ...complete, description: ' For May ' })).toEqual({
    name: 'Spring',
    description: 'For May',
  });
  const faultOf = (adCode: string) =>
    stepFaults('content', { ...complete, type: 'third_party', adCode }).adCode;
  expect(faultOf('  ')).toBe('ad_code_required');
  expect(faultOf('x'.repeat(100_000))).toBeUndefined();
  expect(faultOf('x'.repeat(100_001))).toBe('text_longer_than:100000');
});

it('resumes of what was kept only what can be one', () => {
  for (const kept of [null, undefined, 'text', 7, true])
    expect(creativeValuesFrom(kept)).toEqual(NEW_CREATIVE);
  const imageOf = (part: object | string | null) =>
    creativeValuesFrom({ image: part !== null && typeof part === 'object' ? { ...image, ...part } : part })
      .image;
  expect(imageOf({})).toEqual(image);
  expect(imageOf({ sizeBytes: 'many' })).toEqual({ ...image, sizeBytes: 0 });
  expect(
    [null, 'text', { imageKey: 7 }, { imageUrl: null }, { width: '300' }, { height: null }].map(imageOf),
  ).toEqual(Array(6).fill(null));
  const unread = { typed: '3o0', issue: 'number_not_whole' };
  expect(creativeValuesFrom({ width: unread, height: 250, adSetIds: 'all' })).toMatchObject({
    ...{ width: unread, height: 250, adSetIds: [] },
  });
  expect(creativeValuesFrom({ width: '300', height: null })).toMatchObject({ width: '', height: '' });
});
