import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link that looks like a button: it leads somewhere and can be opened in a new tab. */
export function ButtonLink({ to, children, ...look }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button {...look} component={Link} to={to}>
      {children}
    </Button>
  );
}
