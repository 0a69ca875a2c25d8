import type { Role } from '@placard/domain/roles';

/** The first page of a workspace. */
export const WORKSPACE_HOME: Readonly<Record<Role, string>> = {
  advertiser: '/advertiser/campaigns',
  publisher: '/publisher/report',
  operator: '/operator',
};

/** A page inside a workspace tells which one is open; shared pages (dashboard, account) don't. */
export function workspaceOfPath(path: string): Role | null {
  const area = path.split('/')[1];
  return area === 'advertiser' || area === 'publisher' || area === 'operator' ? area : null;
}
