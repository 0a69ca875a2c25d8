import 'virtual:mantine-styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { uiTexts } from '../i18n/en/ui.ts';
import { useTexts } from '../i18n/texts.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { resolvedScheme, useSchemeChoice } from './color-scheme.ts';
import { cssVariables, themeIn } from './theme.ts';

/** Providers of every signed-in page. The pages before sign-in do without, to stay light. */
export function MantineRoot({ children }: { children: ReactNode }) {
  const t = useTexts(uiTexts);
  const theme = useMemo(() => themeIn({ showCharacters: t('form.showCharacters') }), [t]);
  const scheme = resolvedScheme(useSchemeChoice());
  // Signing out leaves the shell: what one account saw is nothing for the next one on this machine.
  useEffect(() => () => queryClient.clear(), []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={scheme}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
