import './app/fonts.css';
import './app/tokens.css';
import './app/base.css';
import './app/mantine-parts.css';
import './app/shared.css';
import './app/shared-space.css';
import './app/shared-controls.css';
import './app/shared-parts.css';
import './app/readers-colours.css';
import './app/print.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followAccountLanguage } from './app/account-language.ts';
import { router } from './app/router.tsx';
import { startLanguage } from './i18n/language-choice.ts';
import { textsArrived } from './i18n/texts.ts';
import { connectSession } from './lib/session/session-store.ts';

/** A page whose files and profile take longer says that it is loading. */
const SILENT_MS = 1_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Not awaited at the top level: an entry that others must wait for is cut into many small files. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  connectSession();
  followAccountLanguage();
  // The first rendering is then that of the page itself, not an empty one before it.
  await Promise.all([startLanguage(), Promise.race([router.load(), wait(SILENT_MS)])]);
  await textsArrived();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();
