import type { Role } from '@placard/domain/roles';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Fragment, type Ref } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { setWorkspace, useUser } from '../../lib/session/session-store.ts';
import { WORKSPACE_HOME } from '../../lib/session/workspace.ts';
import classes from './app-shell.module.css';
import { NAV_GROUPS, NAVIGATION, type NavGroup, type NavItem } from './nav-items.ts';

/** The items whose screens exist. */
export function useNavItems(workspace: Role): readonly NavItem[] {
  const { routesByPath } = useRouter();
  return NAVIGATION[workspace].filter((item) => Object.hasOwn(routesByPath, item.path));
}

type Group = readonly [group: NavGroup | undefined, members: readonly NavItem[]];

function grouped(items: readonly NavItem[]): readonly Group[] {
  return [undefined, ...NAV_GROUPS]
    .map((group): Group => [group, items.filter((item) => item.group === group)])
    .filter(([, members]) => members.length > 0);
}

function WorkspaceSwitch({ workspace, roles }: { workspace: Role; roles: readonly Role[] }) {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  if (roles.length < 2) return null;
  return (
    <fieldset className="card grid gap-2 below-12 pad-2" aria-label={t('workspace')}>
      {roles.map((role) => (
        <button
          key={role}
          type="button"
          className={`plain-button rounded-small muted text-13 hovers ${classes.workspace}`}
          aria-pressed={role === workspace}
          onClick={() => {
            setWorkspace(role);
            void navigate({ to: WORKSPACE_HOME[role] });
          }}
        >
          {t(`role.${role}`)}
        </button>
      ))}
    </fieldset>
  );
}

export function Navigation({
  workspace,
  collapsed,
  onToggle,
  onChoose,
  ref,
}: {
  workspace: Role;
  collapsed: boolean;
  onToggle: () => void;
  /** A page was chosen, also the one that is shown. */
  onChoose: () => void;
  ref: Ref<HTMLElement>;
}) {
  const t = useTexts(shellTexts);
  const common = useTexts(commonTexts);
  const { roles } = useUser();
  const items = useNavItems(workspace);
  const ToggleIcon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav
      ref={ref}
      className={`flex column gap-4 pad-12 sunken ${classes.nav}`}
      aria-label={t('navigation')}
      id="navigation"
    >
      <Link to={WORKSPACE_HOME[workspace]} className={`row gap-8 ink ${classes.brand}`} onClick={onChoose}>
        <img src="/favicon.svg" alt="" />
        <span className={classes.label}>{common('product')}</span>
      </Link>
      <WorkspaceSwitch workspace={workspace} roles={roles} />
      {grouped(items).map(([group, members]) => (
        <Fragment key={group ?? ''}>
          {group !== undefined && (
            <p id={`nav-${group}`} className={`faint text-12 bold nowrap ${classes.group}`}>
              <span className={classes.label}>{t(`navGroup.${group}`)}</span>
            </p>
          )}
          <ul className="plain-list grid gap-2" aria-labelledby={group && `nav-${group}`}>
            {members.map(({ path, text, icon: Icon, exact = false }) => (
              <li key={path}>
                <Link
                  to={path}
                  activeOptions={{ exact }}
                  className={`row gap-8 rounded-small nowrap clipped muted ${classes.link}`}
                  title={collapsed ? t(text) : undefined}
                  aria-label={t(text)}
                  onClick={onChoose}
                >
                  <Icon className="faint" size={17} aria-hidden />
                  <span className={classes.label}>{t(text)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      <span className="grow" />
      <button
        type="button"
        className={`icon-button anchor ${classes.onlyDesktop}`}
        aria-label={collapsed ? t('expand') : t('collapse')}
        onClick={onToggle}
      >
        <ToggleIcon size={17} aria-hidden />
      </button>
    </nav>
  );
}
