import { describe, expect, it } from 'vitest';
import {
  type CreativeValues,
  chosenSize,
  contentInput,
  creativeStep,
  creativeValuesFrom,
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
