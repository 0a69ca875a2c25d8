import type { Session } from './api-client.ts';
import { approve } from './small-network.ts';

type Website = { readonly id: number; readonly version: number };

/** A website under review. */
export async function addWebsite(
  publisher: Session,
  domain: string,
  traffic: { readonly range: string } | { readonly custom: number } = { range: '1000_5000' },
): Promise<Website> {
  return await publisher.post<Website>('/publisher/websites', {
    domain,
    categories: ['politics'],
    traffic,
  });
}

export async function addActiveWebsite(
  operator: Session,
  publisher: Session,
  domain: string,
): Promise<number> {
  const website = await addWebsite(publisher, domain);
  await approve(operator, 'website', website);
  return website.id;
}

export async function addWidget(
  publisher: Session,
  websiteId: number,
  name: string,
  type: 'banner' | 'native' = 'banner',
): Promise<number> {
  const { id } = await publisher.post<{ id: number }>(`/publisher/websites/${websiteId}/widgets`, {
    type,
    name,
    sizes: [{ width: 300, height: 250 }],
  });
  return id;
}
