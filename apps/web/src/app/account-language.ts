import { chooseLanguage } from '../i18n/language-choice.ts';
import { sessionStore } from '../lib/session/session-store.ts';

/** Whoever signs in reads the language of the account, where it has chosen one; what was chosen here before stays else. */
export function followAccountLanguage(): void {
  sessionStore.subscribe(() => {
    const language = sessionStore.get().user?.language ?? null;
    if (language !== null) void chooseLanguage(language);
  });
}
