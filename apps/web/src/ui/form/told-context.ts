import { createContext, type ReactNode } from 'react';

/** What a form tells near its buttons: rows of buttons at the end of forms show it. */
export const ToldContext = createContext<ReactNode>(null);
