import type { HasAnalytics } from './analytics/open-analytics.ts';
import type { HasAfterAnswer } from './api/after-answer.ts';
import type { HasPasswords } from './auth/passwords.ts';
import type { HasSignInLimits } from './auth/sign-in-limits.ts';
import type { HasClock, HasDataDir, HasDb, HasLog, HasMailServer, HasSecrets, HasUrls } from './deps.ts';
import type { HasImages } from './features/images/upload-image.ts';
import type { HasCards } from './gateways/card-gateway.ts';
import type { HasProvider } from './gateways/sign-in-provider.ts';
import type { HasOutside } from './safe-fetch/safe-fetch.ts';

/** Everything the API's use cases may ask for; made once in open-deps.ts. */
export type AppDeps = HasDb &
  HasClock &
  HasUrls &
  HasMailServer &
  HasDataDir &
  HasSecrets &
  HasPasswords &
  HasSignInLimits &
  HasAnalytics &
  HasOutside &
  HasCards &
  HasProvider &
  HasImages &
  HasAfterAnswer &
  HasLog;
