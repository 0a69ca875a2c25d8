import type { LucideIcon } from 'lucide-react';

export type MenuAction = {
  readonly key: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Either something to do or a place to go. */
  readonly onSelect?: () => void;
  readonly href?: string;
  readonly external?: boolean;
  /** Red, and set apart: archive, delete. */
  readonly danger?: boolean;
  /** Shown but not possible now; say why in `title`. */
  readonly disabled?: boolean;
  readonly title?: string;
};
