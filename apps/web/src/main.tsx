import './app/fonts.css';
import './app/tokens.css';
import './app/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { restoreLanguage } from './i18n/languages.ts';
import { connectSession } from './lib/session/session-store.ts';

/** Not awaited at the top level: an entry that others must wait for is cut into many small files. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  connectSession();
  await restoreLanguage();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();
