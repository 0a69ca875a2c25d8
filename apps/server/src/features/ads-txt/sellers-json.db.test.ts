import { expect, it } from 'vitest';
import { createTestApi } from '../../http/testing/test-api.ts';
import { createWebsite } from '../websites/edit-website.ts';

it('sellers.json names who sells, and no person', async () => {
  const api = await createTestApi();
  try {
    const company = await api.user({ roles: ['publisher'] });
    const person = await api.user({ roles: ['publisher'] });
    const idle = await api.user({ roles: ['publisher'] });
    const blank = await api.user({ roles: ['publisher'] });
    const buyer = await api.user({ roles: ['advertiser'] });
    const gone = await api.user({ roles: ['publisher'] });
    const { db } = api.deps;
    await db
      .updateTable('account')
      .set({ company: 'Harbour Media' })
      .where('id', '=', company.accountId)
      .execute();
    await db.updateTable('account').set({ company: ' ' }).where('id', '=', blank.accountId).execute();
    for (const [index, user] of [company, person, idle, gone, blank, buyer, company].entries()) {
      const input = { categories: ['travel' as const], traffic: { custom: 5 } };
      const { id } = await createWebsite(api.deps, user.actor, {
        ...input,
        domain: `blog.seller${index}.example`,
      });
      if (user !== idle)
        await db.updateTable('website').set({ status: 'active' }).where('id', '=', id).execute();
    }
    await db.updateTable('account').set({ status: 'suspended' }).where('id', '=', gone.accountId).execute();
    const response = await api.app.inject({ method: 'GET', url: '/sellers.json' });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(response.json()).toEqual({
      version: '1.0',
      sellers: [
        {
          seller_id: `pub-${company.accountId}`,
          seller_type: 'PUBLISHER',
          name: 'Harbour Media',
          domain: 'seller0.example',
        },
        { seller_id: `pub-${person.accountId}`, seller_type: 'PUBLISHER', is_confidential: 1 },
        { seller_id: `pub-${blank.accountId}`, seller_type: 'PUBLISHER', is_confidential: 1 },
      ],
    });
    expect(response.body).not.toContain('Test');
    // Bidders ask from pages of anybody, and all at once.
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    });
    await db.updateTable('account').set({ company: null }).where('id', '=', company.accountId).execute();
    const later = async (ms: number) => {
      api.now = new Date(api.now.getTime() + ms);
      return (await api.app.inject('/sellers.json')).body.includes('Harbour Media');
    };
    expect([await later(59_999), await later(1)]).toEqual([true, false]);
  } finally {
    await api.close();
  }
});
