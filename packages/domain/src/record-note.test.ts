import { expect, it } from 'vitest';
import { isTag, TAG_MAX } from './record-note.ts';

it.each(['vip', 'watch-closely', '2026', 'größer', '東京', 'a'.repeat(TAG_MAX)])(
  'takes the tag %s',
  (tag) => {
    expect(isTag(tag)).toBe(true);
  },
);

it.each(['', 'VIP', 'two words', '-vip', 'vip-', 'a--b', '<b>', 'a\u202eb', 'a,b', 'a'.repeat(TAG_MAX + 1)])(
  'refuses the tag "%s"',
  (tag) => {
    expect(isTag(tag)).toBe(false);
  },
);
