import { afterEach, expect, it, vi } from 'vitest';
import { writeAccessToken } from '../session/access-token.ts';
import { writeActingAccount } from '../session/acting-account.ts';
import { onStranger } from './request.ts';
import { uploadFile } from './upload.ts';

const sent: Record<string, string> = {};

/** Answers every upload at once. */
function answering(status: number, body: unknown) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = status;
      responseText = JSON.stringify(body);
      onload = () => {};
      open() {}
      setRequestHeader(name: string, value: string) {
        sent[name] = value;
      }
      send() {
        this.onload();
      }
    },
  );
}

const upload = () =>
  uploadFile({
    path: '/advertiser/images',
    file: new File(['x'], 'lantern.png'),
    onProgress: () => {},
    signal: new AbortController().signal,
    read: (answer) => answer,
  });

afterEach(() => {
  writeAccessToken(null);
  writeActingAccount(null);
  vi.unstubAllGlobals();
});

it('goes to the account that the tab acts for, as every other call', async () => {
  writeAccessToken('token');
  writeActingAccount(7);
  answering(200, { data: 1 });
  await upload();
  expect(sent).toMatchObject({ authorization: 'Bearer token', 'placard-account': '7' });
});

it('finds out who was taken out of that account', async () => {
  writeAccessToken('token');
  writeActingAccount(7);
  vi.stubGlobal('window', {});
  const refusal = { error: { code: 'not_a_member', message: 'Not a member' } };
  answering(403, refusal);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 403 }));
  const told = new Promise<void>((resolve) => onStranger(resolve));
  await expect(upload()).rejects.toMatchObject({ code: 'not_a_member' });
  await told;
});
