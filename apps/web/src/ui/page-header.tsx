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
    <header className="stack gap-6 below-24" data-keep-clear>
      {crumbs.length > 0 && (
        <nav aria-label={t('breadcrumbs')}>
          <ol className={`plain-list flex wrap gap-6 faint text-13 ${classes.crumbs}`}>
            {crumbs.map((crumb) => (
              <li className="breaks shrinks" key={crumb.to}>
                <Link className="muted" to={crumb.to}>
                  {crumb.label}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={`row wrap between gap-12-24 ${classes.row}`}>
        <div className="row wrap gap-8 shrinks">
          <h1 className={`text-24 breaks ${classes.title}`}>{title}</h1>
          {badge}
        </div>
        {actions !== undefined && <div className={`row wrap gap-8 ${classes.actions}`}>{actions}</div>}
      </div>
      {description !== undefined && <div className="max-720 breaks muted">{description}</div>}
    </header>
  );
}
