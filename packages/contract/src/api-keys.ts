import { KEY_LIFETIMES, KEY_NAME_LIMIT, KEY_SCOPES } from '@placard/domain/account/api-key';
import { z } from 'zod';
import { currentPassword } from './auth.ts';
import { personalOperation } from './operation.ts';
import { get, post, remove } from './route.ts';
import { data, done, id, instant, issue, nameOf } from './scalars.ts';

const scopes = z
  .array(z.enum(KEY_SCOPES))
  .min(1, issue('scope_required'))
  .max(KEY_SCOPES.length)
  .refine((all) => new Set(all).size === all.length, issue('scope_repeated'));

const apiKey = z.object({
  id,
  name: z.string(),
  /** Its first letters. The whole of it is shown once, to whoever makes it. */
  hint: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Who made it: it does no more than they may do in this account. */
  maker: z.string(),
  mine: z.boolean(),
  createdAt: instant,
  /** Null: it works until it is revoked. */
  expiresAt: instant.nullable(),
  expired: z.boolean(),
  /** To the minute; null: not used so far. */
  lastUsedAt: instant.nullable(),
  lastUsedIp: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const newKeyInput = z.object({
  name: nameOf(KEY_NAME_LIMIT),
  scopes,
  lifetime: z.enum(KEY_LIFETIMES),
  currentPassword,
});

const tags = ['API keys'];

export const apiKeysContract = {
  list: personalOperation
    .route(get('/api-keys', tags, 'Your API keys for this account; of its owner all of them'))
    .output(data(z.object({ items: z.array(apiKey) }))),
  create: personalOperation
    .route(post('/api-keys', tags, 'Make an API key for this account; it is shown once'))
    .input(newKeyInput)
    .output(data(z.object({ key: z.string(), apiKey }))),
  revoke: personalOperation
    .route(remove('/api-keys/{id}', tags, 'Revoke an API key: its next call is refused'))
    .input(z.object({ id }))
    .output(done),
};
