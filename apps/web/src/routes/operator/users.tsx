export { UserList as default } from '../../features/users/user-list.tsx';
