import type { KeyScope } from '@placard/domain/account/api-key';
import { issueToken } from '../../auth/token.ts';
import type { TestApi } from './test-api.ts';

/** A key that works, of whatever scopes. @returns the key */
export async function giveKey(
  api: TestApi,
  maker: { readonly id: number; readonly accountId: number },
  scopes: readonly KeyScope[],
): Promise<string> {
  const { token, sha256 } = issueToken('pk_');
  await api.deps.db
    .insertInto('api_key')
    .values({
      account_id: maker.accountId,
      user_id: maker.id,
      name: scopes.join(' '),
      hint: token.slice(0, 9),
      token_sha256: sha256,
      scopes: [...scopes],
      created_at: api.now,
    })
    .execute();
  return token;
}
