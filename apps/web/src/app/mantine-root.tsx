import 'virtual:mantine-styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryClient } from '../lib/api/query-client.ts';
import { resolvedScheme, useSchemeChoice } from './color-scheme.ts';
import { cssVariables, theme } from './theme.ts';

/** Providers of every signed-in page. The pages before sign-in do without, to stay light. */
export function MantineRoot({ children }: { children: ReactNode }) {
  const scheme = resolvedScheme(useSchemeChoice());
  // Signing out leaves the shell: what one account saw is nothing for the next one on this machine.
  useEffect(() => () => queryClient.clear(), []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
