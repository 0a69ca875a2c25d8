import { createTheme, HeadlessMantineProvider } from '@mantine/core';
import type { User } from '@placard/contract/auth';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { sessionStore } from '../../lib/session/session-store.ts';
import { notePaint } from '../after-first-paint.tsx';
import { plain } from './plain-answer.ts';
import { Shown } from './shown-markup.ts';

/** On the page a dialog waits for a place beside it, which only a browser has. */
const inPlace = { defaultProps: { withinPortal: false, transitionProps: { duration: 0 } } };
const theme = createTheme({ components: { Modal: inPlace, Drawer: inPlace } });

const owner: User = {
  ...{ id: 1, accountId: 1, accountName: 'Example', accountCount: 1, member: 'owner' },
  ...{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Example', phone: null, company: null },
  ...{
    roles: ['advertiser', 'publisher'],
    status: 'active',
    timeZone: 'UTC',
    currency: 'USD',
    language: 'en',
  },
  ...{ totpEnabled: false, mustEnrol: false, memberSince: '2026-01-01T00:00:00Z', lastLogin: null },
};

type Operation<Input, Output> = ((input: Input) => Promise<Output>) & { readonly key: readonly string[] };
type Answered = { readonly queryKey: readonly unknown[]; readonly answer: unknown };

/** What the server has said to `apiQuery(operation, input)`: an error, or its plainest answer but for what is given. */
export function answered<Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  answer: Partial<Output> | Error = {},
): Answered {
  const queryKey = [...operation.key, input];
  return { queryKey, answer: answer instanceof Error ? answer : plain(operation, answer) };
}

/** The same of `apiPages(operation, input)`: its first part, which is the last. */
export function answeredPages<Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  answer: Partial<Output> = {},
): Answered {
  const queryKey = [...operation.key, 'pages', input];
  return { queryKey, answer: { pages: [plain(operation, answer)], pageParams: [null] } };
}

function clientWith(answers: readonly Answered[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  for (const { queryKey, answer } of answers) {
    if (answer instanceof Error) {
      const refused = { status: 'error', error: answer, fetchStatus: 'idle' } as const;
      client.getQueryCache().build(client, { queryKey }).setState(refused);
    } else client.setQueryData(queryKey, answer);
  }
  return client;
}

/**
 * A part of the dashboard as it is first shown, in milliseconds and without a browser: what it says, and what could be pressed.
 * Nothing is pressed here, and nothing asked for: of what was not answered it shows that it is on its way.
 */
export function shown(
  part: ReactNode,
  answers: readonly Answered[] = [],
  { user = {}, at = '/' }: { readonly user?: Partial<User>; readonly at?: string } = {},
): Shown {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <QueryClientProvider client={clientWith(answers)}>
          <HeadlessMantineProvider theme={theme}>{part}</HeadlessMantineProvider>
        </QueryClientProvider>
      ),
    }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  // As once its page is loaded, which takes a promise otherwise.
  const matches = router.matchRoutes(router.latestLocation);
  router.stores.setMatches(matches.map((match) => ({ ...match, status: 'success' })));
  notePaint();
  const before = sessionStore.get();
  sessionStore.set({ token: 'none', user: { ...owner, ...user } });
  try {
    return new Shown(renderToStaticMarkup(<RouterProvider router={router} />));
  } finally {
    sessionStore.set(before);
  }
}
