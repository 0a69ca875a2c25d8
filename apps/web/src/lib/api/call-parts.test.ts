import { describe, expect, it } from 'vitest';
import { callParts } from './call-parts.ts';

describe('callParts', () => {
  it('fills the path and leaves the rest to the query of a GET', () => {
    const parts = callParts(['GET', '/publisher/websites/{id}/widgets'], {
      id: 7,
      search: 'a b',
      status: undefined,
      sizes: ['300x250', '728x90'],
      created: { from: new Date('2026-01-02T00:00:00Z') },
    });
    expect(parts.path).toBe('/publisher/websites/7/widgets');
    expect([...parts.query]).toEqual([
      ['search', 'a b'],
      ['sizes[0]', '300x250'],
      ['sizes[1]', '728x90'],
      ['created[from]', '2026-01-02T00:00:00.000Z'],
    ]);
    expect(parts.body).toBeUndefined();
  });

  it('sends the rest of anything else as the body', () => {
    expect(callParts(['PUT', '/x/{id}'], { id: 'a/b', name: 'N', note: undefined })).toMatchObject({
      path: '/x/a%2Fb',
      body: { name: 'N' },
    });
    expect(callParts(['POST', '/x'], undefined).body).toBeUndefined();
  });

  it('sends a file as a form', () => {
    const { body } = callParts(['POST', '/images'], { file: new Blob(['x']), size: '300x250' });
    expect(body).toBeInstanceOf(FormData);
    const form = body as FormData;
    expect([form.get('size'), form.get('file')]).toEqual(['300x250', expect.any(Blob)]);
  });
});
