import { describe, expect, it } from 'vitest';
import { keepsForLater } from '../features/auth/keeps-for-later.ts';
import { storageOf } from './browser-storage.ts';

/** A storage with room for so many entries. */
function roomFor(entries: number) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (kept.size >= entries && !kept.has(key)) throw new DOMException('full', 'QuotaExceededError');
      if (value.length > 9) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, window: { localStorage: storage as Storage, sessionStorage: storage as Storage } };
}

const refusing = {
  get localStorage(): Storage {
    throw new DOMException('denied', 'SecurityError');
  },
  get sessionStorage(): Storage {
    throw new DOMException('denied', 'SecurityError');
  },
};

describe('a browser that keeps things', () => {
  it('keeps them, and forgets them when asked to', () => {
    const { kept, window } = roomFor(5);
    const storage = storageOf('localStorage', window);
    expect(storage.read('a')).toBeNull();
    expect(storage.write('a', '1')).toBe(true);
    expect([storage.read('a'), kept.get('a')]).toEqual(['1', '1']);
    kept.set('a', '2');
    expect(storage.read('a')).toBe('2');
    storage.remove('a');
    expect([storage.read('a'), kept.size]).toEqual([null, 0]);
    expect(keepsForLater(storage)).toBe(true);
    expect(kept.size).toBe(0);
  });
});

describe.each(['localStorage', 'sessionStorage'] as const)('a browser that refuses its %s', (kind) => {
  it('leaves it to the page, which has it until it is loaded anew', () => {
    const storage = storageOf(kind, refusing);
    expect(storage.read('a')).toBeNull();
    expect(storage.write('a', '1')).toBe(false);
    expect(storage.read('a')).toBe('1');
    expect(storageOf(kind, refusing).read('a')).toBeNull();
    storage.remove('a');
    expect(storage.read('a')).toBeNull();
    expect(keepsForLater(storage)).toBe(false);
    expect(storage.read('probe')).toBeNull();
  });
});

describe('a storage that is full', () => {
  it('does not bring back what stood there before', () => {
    const { kept, window } = roomFor(1);
    const storage = storageOf('localStorage', window);
    storage.write('a', 'old');
    expect(storage.write('a', 'new and too long')).toBe(false);
    expect([storage.read('a'), kept.get('a')]).toEqual(['new and too long', undefined]);
    kept.set('a', 'later');
    expect(storage.read('a')).toBe('later');
    // There is room again.
    expect(storage.write('a', 'new')).toBe(true);
    expect([storage.read('a'), kept.get('a')]).toEqual(['new', 'new']);
    kept.set('a', 'by a tab');
    expect(storage.read('a')).toBe('by a tab');
  });
});
