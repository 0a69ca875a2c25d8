import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { IMAGE_OBJECTS, ObjectStoreError } from '@placard/db/objects/object-store';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { type Finding, fault, ok } from './finding.ts';
import { codeOf, PATIENCE_MS } from './network-checks.ts';

/** Whether the bucket can be listed by these settings; nothing is written there. */
export async function checkBucket(settings: ObjectSettings): Promise<Finding> {
  const name = 'Bucket';
  const store = await openObjectStore(settings);
  try {
    for await (const _ of store.list(IMAGE_OBJECTS)) break;
    return ok(name, `${settings.bucket} (PLACARD_S3_BUCKET) can be listed.`);
  } catch (cause) {
    if (!(cause instanceof ObjectStoreError)) throw cause;
    return fault(
      name,
      cause.message,
      'Look at the PLACARD_S3_… settings: the bucket, where it is, and its keys.',
    );
  } finally {
    store.close();
  }
}

/** Whether a provider of OpenID Connect answers at its issuer, under that very name; nobody is signed in. */
export async function checkProvider(issuer: string): Promise<Finding> {
  const name = 'Single sign-on';
  const bare = issuer.replace(/\/$/, '');
  try {
    const answer = await fetch(`${bare}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'manual',
    });
    const body: unknown = await answer.json().catch(() => null);
    const named = typeof body === 'object' && body !== null && 'issuer' in body ? String(body.issuer) : null;
    if (named?.replace(/\/$/, '') === bare) return ok(name, `${issuer} (PLACARD_OIDC_ISSUER) answers.`);
    return fault(
      name,
      named === null
        ? `No provider's configuration is at ${issuer} (PLACARD_OIDC_ISSUER): it answered ${answer.status}.`
        : `The provider at ${issuer} (PLACARD_OIDC_ISSUER) calls itself ${named.slice(0, 200)}.`,
      'Set PLACARD_OIDC_ISSUER to what its /.well-known/openid-configuration has as issuer.',
    );
  } catch (cause) {
    const todo =
      'Look for a slip in PLACARD_OIDC_ISSUER. An own authority of certificates is made known by NODE_EXTRA_CA_CERTS.';
    return fault(name, `Nobody answers at ${issuer} (PLACARD_OIDC_ISSUER): ${codeOf(cause)}.`, todo);
  }
}
