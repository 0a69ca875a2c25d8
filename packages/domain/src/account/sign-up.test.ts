import { expect, it } from 'vitest';
import { SIGN_UP_MODES, signUpOffered } from './sign-up.ts';

it('takes nobody in by itself where no mail is sent', () => {
  for (const mode of SIGN_UP_MODES) {
    expect(signUpOffered(mode, false)).toBe('closed');
    expect(signUpOffered(mode, true)).toBe(mode);
  }
});
