import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { shellTexts } from '../i18n/en/shell.ts';
import { useTexts } from '../i18n/texts.ts';
import { usePageTitle } from '../lib/page-title.ts';
import classes from './page-header.module.css';

export type Crumb = { readonly label: string; readonly to: string };

/** The one `h1` of a page, where it stands, and its main action at the right. Also names the browser's tab. */
export function PageHeader({
  title,
  crumbs = [],
  badge,
  description,
  actions,
}: {
  title: string;
  /** Pages above this one, outermost first. */
  crumbs?: readonly Crumb[];
  /** Beside the title: a status chip. */
  badge?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  const t = useTexts(shellTexts);
  usePageTitle(title);
  return (
    <header className={classes.header} data-keep-clear>
      {crumbs.length > 0 && (
        <nav aria-label={t('breadcrumbs')}>
          <ol className={classes.crumbs}>
            {crumbs.map((crumb) => (
              <li key={crumb.to}>
                <Link to={crumb.to}>{crumb.label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.row}>
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {badge}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {description !== undefined && <div className={classes.description}>{description}</div>}
    </header>
  );
}
