import './app/fonts.css';
import './app/tokens.css';
import './app/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { restoreLanguage } from './i18n/languages.ts';
import { connectSession } from './lib/session/session-store.ts';

connectSession();
await restoreLanguage();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
