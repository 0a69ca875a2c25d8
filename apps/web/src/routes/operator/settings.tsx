export { default } from '../../features/network/settings-form.tsx';
