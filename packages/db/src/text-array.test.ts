import { describe, expect, it, vi } from 'vitest';
import { textArrayParser } from './text-array.ts';

describe('lists of texts as PostgreSQL writes them', () => {
  it('takes plain ones apart at once, without the driver', () => {
    const driver = vi.fn();
    const parse = textArrayParser(driver);
    expect(parse('{}')).toEqual([]);
    expect(parse('{DE}')).toEqual(['DE']);
    expect(parse('{DE,FR,AT}')).toEqual(['DE', 'FR', 'AT']);
    expect(driver).not.toHaveBeenCalled();
  });

  it.each(['{"a,b",c}', '{a,NULL}', '{{a},{b}}', '[2:3]={a,b}'])('leaves %s to the driver', (text) => {
    const driver = vi.fn(() => ['what it says']);
    expect(textArrayParser(driver)(text)).toEqual(['what it says']);
    expect(driver).toHaveBeenCalledExactlyOnceWith(text);
  });
});
